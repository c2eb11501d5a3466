import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { UsageError } from './failures.ts'

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

const connection = { url: text, 'token-file': text, storefront: text }
const change = { 'dry-run': flag, yes: flag, 'skip-errors': flag }

export type Command = Exclude<ReturnType<typeof parseCommand>, string>

/** @throws UsageError */
export function parseCommand(args: readonly string[]) {
  const [name, ...rest] = args
  if (name === undefined || name === 'help' || args.includes('--help')) return 'help'
  switch (name) {
    case '--version':
      return 'version'
    case 'import':
      return {
        name,
        ...parse(`${name} <file> …`, rest, { ...connection, ...change, mapping: text }),
      } as const
    case 'export':
      return { name, ...parse(name, rest, { ...connection, out: text, status: text, format: text }) } as const
    case 'runs': {
      const limit = { ...text, default: '20' }
      return { name, ...parse(name, rest, { ...connection, limit, search: text }) } as const
    }
    case 'undo':
      return { name, ...parse(`${name} <run>`, rest, { ...connection, ...change }) } as const
    case 'images':
      return { name, ...parse(`${name} <run>`, rest, { ...connection, wait: flag }) } as const
    case 'split':
      return { name, ...parse(`${name} <file>`, rest, { 'out-dir': text, 'product-column': text }) } as const
    default:
      throw new UsageError(`There is no command “${name}”. See catalog --help.`)
  }
}

function parse<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  args: string[],
  ownOptions: Options,
) {
  const options = { ...ownOptions, json: flag }
  const { values, positionals } = refuseUnknown(() => parseArgs({ args, options, allowPositionals: true }))
  const [argument = ''] = positionals
  const wanted = usage.includes('<') ? 1 : 0
  if (positionals.length < wanted || (positionals.length > wanted && !usage.endsWith('…')))
    throw new UsageError(`It is: catalog ${usage} [options]. See catalog --help.`)
  return { argument, positionals, options: values }
}

function refuseUnknown<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // “Unknown option '--foo'. To specify …”
    const [sentence = ''] = error.message.split(/\. |\n/)
    throw new UsageError(`${sentence.replace(/\.$/, '')}. See catalog --help.`, { cause: error })
  }
}

export const help = `catalog: import, export and undo a storefront's catalog from the command line

  catalog import <file> … show what each file would change, ask, and apply it
  catalog export          write the catalog as a CSV that can be imported
  catalog runs            list the imports, newest first
  catalog undo <run>      bring back what an import changed
  catalog images <run>    show which images of an import are fetched
  catalog split <file>    write a CSV or a workbook as files that can each be imported

Where and as whom (every command but split)
  --url <address>         of the service, or CATALOG_URL
  --token-file <file>     holds the token; or CATALOG_TOKEN_FILE, or the token itself in CATALOG_TOKEN
  --storefront <id>       refuse a token of any other storefront; or CATALOG_STOREFRONT

import, undo
  --dry-run               show what would change, and change nothing
  --yes                   apply without asking
  --skip-errors           with --yes: apply the other rows where some have errors
  --mapping <file>        import: JSON that says what the file's columns are

export
  --out <file>            instead of standard output; it is there whole, or not at all
  --status <status>       all (default), active, draft or archived
  --format <format>       csv (default), or zip: in parts that can each be imported

runs
  --limit <number>        of imports (default 20)
  --search <text>         only files with this in their name

images
  --wait                  until all have an outcome

split
  --out-dir <folder>      instead of the file's own
  --product-column <name> ties the rows of a product, where the format is not known

  --json                  every command: one JSON document on standard output
  --help, --version

Exit codes: 0 nothing to change, or done; 2 the catalog was changed, or would be (--dry-run);
3 rows with errors, missing images, or refused by the service; 1 anything else.
`
