import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'

// Its own types would bring those of a browser into every file of the project.
const require = createRequire(import.meta.url)
const { parse }: { parse: (name: string, hcl: string) => Promise<unknown> } = require('@cdktf/hcl2json')

const folder = new URL('../../../deploy/terraform/', import.meta.url)

/** A block, with its text unchanged: `${…}` unresolved. */
export type Block = Record<string, unknown>
const Block = z.record(z.string(), z.unknown())
/** Blocks by type and name; HCL allows several of one name, Terraform does not. */
const Named = z.record(z.string(), z.record(z.string(), z.tuple([Block])))
const Blocks = z.record(z.string(), z.tuple([Block]))
const File = z.strictObject({
  terraform: z.array(Block).default([]),
  provider: z.record(z.string(), z.array(Block)).default({}),
  locals: z.array(Block).default([]),
  variable: Blocks.default({}),
  output: Blocks.default({}),
  module: Blocks.default({}),
  resource: Named.default({}),
  data: Named.default({}),
})
export type TerraformModule = z.output<typeof File>

/** The .tf files of a folder of deploy/terraform, `''` for the module itself, as one. */
export async function readTerraform(subfolder = ''): Promise<TerraformModule> {
  const whole = File.parse({})
  const here = new URL(subfolder, folder)
  for (const name of readdirSync(here).filter((each) => each.endsWith('.tf'))) {
    const file = File.parse(await parse(name, readFileSync(new URL(name, here), 'utf8')))
    whole.terraform.push(...file.terraform)
    whole.locals.push(...file.locals)
    for (const kind of ['provider', 'variable', 'output', 'module'] as const)
      Object.assign(whole[kind], file[kind])
    for (const kind of ['resource', 'data'] as const)
      for (const [type, blocks] of Object.entries(file[kind]))
        whole[kind][type] = { ...whole[kind][type], ...blocks }
  }
  return whole
}

export function resourcesOf(module: TerraformModule, type: string): Map<string, Block> {
  return new Map(Object.entries(module.resource[type] ?? {}).map(([name, [block]]) => [name, block]))
}

/**
 * The text with its `${…}` put in: variables from `variables`, locals and resources' attributes from the module. What
 * is not a plain reference stays as it is; `$${` is a literal `${`.
 */
export function resolve(module: TerraformModule, text: string, variables: Record<string, string>): string {
  return text.replaceAll(/(\$?)\$\{([\w.]+)\}/g, (whole, escape: string, reference: string) => {
    if (escape !== '') return whole.slice(1)
    const value = valueOf(module, reference, variables)
    return value === undefined ? whole : resolve(module, value, variables)
  })
}

function valueOf(
  module: TerraformModule,
  reference: string,
  variables: Record<string, string>,
): string | undefined {
  const [root = '', name = '', attribute = ''] = reference.split('.')
  if (root === 'var') return variables[name]
  const value =
    root === 'local'
      ? module.locals.find((block) => name in block)?.[name]
      : module.resource[root]?.[name]?.[0][attribute]
  return typeof value === 'string' ? value : undefined
}
