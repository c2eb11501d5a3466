import { answerOf } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { readPages } from '../read-pages.ts'

/** The remembered mappings of columns; forgets one if requested. */
export async function listMappings(
  { api, terminal }: Context,
  { delete: forgotten }: { delete?: string | undefined },
): Promise<ExitCode> {
  if (forgotten !== undefined) {
    const path = { mapping_id: forgotten }
    await api.DELETE('/api/products/imports/mappings/{mapping_id}', { params: { path } })
    terminal.say('The mapping is forgotten.')
    terminal.sayJson({ deleted: forgotten })
    return exitCodes.done
  }
  const mappings = await readPages(async (query) => {
    const page = await answerOf(api.GET('/api/products/imports/mappings', { params: { query } }))
    return { ...page, items: page.mappings }
  })
  for (const { mapping_id: id, columns } of mappings) {
    const meanings = Object.entries(columns).map(([name, column]) => `“${name}” is ${column}`)
    terminal.say(`${id}  ${meanings.join(', ')}`)
  }
  if (mappings.length === 0) terminal.say('No mapping is remembered.')
  terminal.sayJson({ mappings })
  return exitCodes.done
}
