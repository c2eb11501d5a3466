import { catalogExports, imageRequested, images, imports } from '@catalog/contracts'
import type { DownloadContract, JobContract, RequestContract, UploadContract } from '@catalog/contracts'
import { z } from 'zod'

type Message = RequestContract | UploadContract | DownloadContract | JobContract

/**
 * The messages between services as an OpenAPI document, so that a tool for these can compare them: a subject is a path.
 * @param answers as the service gives them, or as those who asked take them: without what has a default
 */
export function messagesDocument({ answers = 'given' }: { answers?: 'given' | 'taken' } = {}): object {
  const io = answers === 'given' ? 'output' : 'input'
  const messages: Message[] = [
    ...Object.values(imports),
    ...Object.values(catalogExports),
    ...Object.values(images),
    imageRequested,
  ]
  const schemas: Schemas = {}
  const paths = messages.map((message) => [`/${message.subject}`, { post: operation(message, schemas, io) }])
  return {
    openapi: '3.1.1',
    info: { title: 'Messages', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas },
  }
}

/** Named schemas, as they are sent and as they are answered. */
type Schemas = Record<string, unknown>

function operation(message: Message, schemas: Schemas, io: 'input' | 'output'): object {
  const [sent, answered] = partsOf(message)
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(z.object(sent), 'input', schemas) } },
    },
    responses: {
      200: {
        description: '',
        content: { 'application/json': { schema: schemaOf(z.object(answered), io, schemas) } },
      },
    },
  }
}

/** The schemas of what the service receives, and of what it sends. */
function partsOf(message: Message): [Record<string, z.ZodType>, Record<string, z.ZodType>] {
  if (message.kind === 'request') return [{ input: message.input }, { output: message.output }]
  if (message.kind === 'download') return [{ input: message.input }, { head: message.head }]
  if (message.kind === 'job') return [{ payload: message.payload }, {}]
  // A sender of the previous release sends no trailer.
  return [{ input: message.input, trailer: message.trailer.optional() }, { output: message.output }]
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): object {
  const {
    $schema: _,
    $defs: named = {},
    ...rest
  } = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll(
      '"#/$defs/',
      `"#/components/schemas/${io}.`,
    ),
  )
  for (const [name, one] of Object.entries(named)) schemas[`${io}.${name}`] = one
  return rest
}
