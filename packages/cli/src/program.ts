import { uploadRiskCodes } from '@catalog/catalog/change-groups'
import { Argument, Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import manifest from '../package.json' with { type: 'json' }
import { createApiClient } from './client.ts'
import { adjustStock } from './commands/adjust-stock.ts'
import { cancelDraft } from './commands/cancel-draft.ts'
import { confirmDraft } from './commands/confirm-draft.ts'
import { exportAbsent, exportCatalog } from './commands/export-catalog.ts'
import { importFiles } from './commands/import-files.ts'
import { listDrafts } from './commands/list-drafts.ts'
import { listMappings } from './commands/list-mappings.ts'
import { listProducts } from './commands/list-products.ts'
import { listRuns } from './commands/list-runs.ts'
import { showImages } from './commands/show-images.ts'
import { showSummary } from './commands/show-summary.ts'
import { splitFile } from './commands/split-file.ts'
import { undoRun } from './commands/undo-run.ts'
import { completionScript, shells } from './completion.ts'
import type { Context } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { readSettings } from './settings.ts'
import type { Streams, Terminal } from './terminal.ts'

export interface Surroundings {
  env: NodeJS.ProcessEnv
  streams: Streams
  terminal: Terminal
}

const retryPausesMs = [500, 1_000, 2_000, 4_000, 8_000]
const maxPauseMs = 60_000

/**
 * Runs a command.
 * @throws CommanderError for wrong usage, and once it has shown its help or version
 */
export async function runProgram(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  const program = createProgram(surroundings, (code) => {
    exitCode = code
  })
  await program.parseAsync([...args], { from: 'user' })
  return exitCode
}

function createProgram({ env, streams, terminal }: Surroundings, end: (code: ExitCode) => void) {
  const program = new Command('catalogctl')
    .description("Import, export and undo a storefront's catalog from the command line.")
    .option('--url <address>', 'of the service; or CATALOG_URL')
    .option('--token-file <file>', 'holds the token; or CATALOG_TOKEN_FILE, or the token in CATALOG_TOKEN')
    .option('--storefront <id>', 'refuse a token of any other storefront; or CATALOG_STOREFRONT')
    .option('--json', 'print one JSON document')
    .version(manifest.version, '-v, --version')
    .addHelpText('after', `\n${exitCodesHelp}`)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    })
    .exitOverride()

  const command = (name: string, description: string, ...examples: string[]) =>
    program
      .command(name)
      .description(description)
      .addHelpText('before', `${['Examples:', ...examples].join('\n  catalogctl ')}\n`)
  const changing = (name: string, description: string, ...examples: string[]) =>
    command(name, description, ...examples)
      .option('--dry-run', 'show what would change, and change nothing')
      .option('--yes', 'apply without asking')
      .option('--skip-errors', 'with --yes: apply the other rows where some have errors')
      .option(
        '--fail-on <risks>',
        `leave a draft with one of these to a person: ${uploadRiskCodes.join(',')}`,
        readRisks,
      )
      .option('--detailed-exit-code', '10 if the catalog was changed, or would be')
  const connected = async (run: (context: Context) => Promise<ExitCode>) => {
    const client = createApiClient(await readSettings(program.opts(), env), {
      pausesMs: retryPausesMs,
      maxPauseMs,
      onRetry: ({ message }, pauseMs) =>
        terminal.progress(`${message} Trying again in ${Math.max(1, Math.round(pauseMs / 1000))} s`),
    })
    end(await run({ ...client, terminal }))
  }

  changing(
    'import',
    'Show what each file would change, ask, and apply it.',
    'import products.csv',
    'import prices.csv --only existing --without-fields title,description --yes',
    'import https://supplier.example/feed.csv --yes --fail-on price_falls,leaves_shop',
    'export | sed s/Summer/Winter/ | catalogctl import - --yes',
  )
    .argument('<file...>', 'CSV files or workbooks, https URLs, or - for standard input')
    .option('--mapping <file>', 'JSON that says what the columns are')
    .addOption(new Option('--only <products>', 'products of the file to import').choices(['existing', 'new']))
    .option('--without-fields <columns>', 'fields that existing products keep', readList)
    .option('--propose', 'leave the draft to another person, and print where to review it')
    .option('--unless-open', 'upload nothing while an earlier draft of the file is left to a person')
    .action((files, options) =>
      connected((context) => importFiles(context, files, options, { env, streams })),
    )

  command(
    'export',
    'Write the catalog as a CSV that can be imported.',
    'export > catalog.csv',
    'export --status active --format zip --out catalog.zip',
    'export --format xlsx --out catalog.xlsx',
    'export --vendor Acme --columns variant_price,variant_inventory_quantity --out prices.csv',
  )
    .option('--out <file>', 'instead of standard output; written completely or not at all')
    .addOption(new Option('--status <status>', 'of products').choices(['all', 'active', 'draft', 'archived']))
    .addOption(
      new Option('--format <format>', 'zip: in parts that can each be imported; xlsx: a workbook').choices([
        'csv',
        'zip',
        'xlsx',
      ]),
    )
    .option('--columns <names>', 'only these, separated by commas, with those that tell rows apart')
    .option('--handle <handle>', 'only this product; repeat it for more', collect)
    .option('--sku <sku>', 'only products with a variant that has it; repeat it for more', collect)
    .option('--vendor <name>', 'only products of it')
    .option('--product-type <name>', 'only products of it')
    .option('--tag <tag>', 'only products that have it')
    .option('--changed-after <version>', 'only what later versions of the catalog changed', readVersion)
    .action((options) => connected((context) => exportCatalog(context, options, streams.stdout)))

  command(
    'products',
    'List the products of the catalog.',
    'products --sku A-1 --sku B-2 --json',
    'products --changed-after 41 --limit 1000 --json',
  )
    .option('--limit <number>', 'of products', readLimit, 50)
    .option('--handle <handle>', 'only this one; repeat it for more', collect)
    .option('--sku <sku>', 'only products with a variant that has it; repeat it for more', collect)
    .addOption(
      new Option('--status <status>', 'only products of it').choices(['active', 'draft', 'archived']),
    )
    .option('--vendor <name>', 'only products of it')
    .option(
      '--changed-after <version>',
      'only what later versions of the catalog changed, in their order',
      readVersion,
    )
    .action((options) => connected((context) => listProducts(context, options)))

  command(
    'stock',
    'Adjust the stock of a variant.',
    'stock A-1 --by -1',
    'stock B-2 --to 12',
    'stock A-1 --by -1 --key order-1017',
  )
    .argument('<sku>')
    .option('--by <number>', 'is added to the stock', readQuantity)
    .option('--to <number>', 'replaces the stock', readQuantity)
    .option('--key <text>', 'with which the command can be repeated within a day, and adjusts once')
    .action((sku, options) => connected((context) => adjustStock(context, sku, options)))

  command('drafts', 'List the open previews.', 'drafts', 'drafts --json').action(() => connected(listDrafts))

  changing(
    'confirm',
    'Show what an open preview would change, ask, and apply it.',
    'confirm 01930d1a-… --yes',
  )
    .argument('<draft>')
    .action((draft, options) => connected((context) => confirmDraft(context, draft, options)))

  command('cancel', 'Discard an open preview.', 'cancel 01930d1a-…')
    .argument('<draft>')
    .action((draft) => connected((context) => cancelDraft(context, draft)))

  command(
    'absent',
    'Write the active products that a file does not name, to archive them by importing the result.',
    'absent 01930d1a-… --vendor Acme --out absent.csv',
  )
    .argument('<draft>')
    .option('--out <file>', 'instead of standard output; written completely or not at all')
    .option('--vendor <name>', 'only products of it')
    .option('--product-type <name>', 'only products of it')
    .option('--tag <tag>', 'only products that have it')
    .action((draft, options) => connected((context) => exportAbsent(context, draft, options, streams.stdout)))

  command('runs', 'List the imports, newest first.', 'runs --limit 5', 'runs --search winter --json')
    .option('--limit <number>', 'of imports', readLimit, 20)
    .option('--search <text>', 'only files with this in their name')
    .action((options) => connected((context) => listRuns(context, options)))

  changing(
    'undo',
    'Show how to restore what an import changed, ask, and apply it.',
    'undo 01930d1a-… --dry-run',
  )
    .argument('<run>')
    .action((run, options) => connected((context) => undoRun(context, run, options)))

  command('images', 'Show which images of an import are missing.', 'images 01930d1a-… --wait')
    .argument('<run>')
    .option('--wait', 'until all have an outcome')
    .action((run, options) => connected((context) => showImages(context, run, options)))

  command('mappings', 'List the remembered mappings of columns.', 'mappings', 'mappings --delete 01930d1a-…')
    .option('--delete <mapping>', 'forget one')
    .action((options) => connected((context) => listMappings(context, options)))

  command('summary', 'Count the products, variants and images of the catalog.', 'summary').action(() =>
    connected(showSummary),
  )

  command(
    'split',
    'Split a CSV or workbook of any size into files that can each be imported, products whole.',
    'split everything.csv --out-dir parts',
  )
    .argument('<file>')
    .option('--out-dir <folder>', "instead of the file's own")
    .option('--product-column <name>', 'ties the rows of a product, where the format is not known')
    .action(async (file, options) => end(await splitFile(terminal, file, options)))

  command(
    'completion',
    'Print the completion of a shell.',
    'completion bash > /etc/bash_completion.d/catalogctl',
  )
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell) => void streams.stdout.write(`${completionScript(shell, program)}\n`))

  return program
}

const exitCodesHelp = `Exit codes:
  0   done, or nothing to do
  1   failed
  2   wrong usage
  3   applied without rows that have errors or images that are missing, or refused by a check
  4   sign-in
  10  with --detailed-exit-code: the catalog was changed, or with --dry-run would be`

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number from 1 on.')
}

function readVersion(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number from 0 on.')
}

function readQuantity(text: string): number {
  if (/^[+-]?\d{1,10}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number.')
}

function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text]
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readRisks(text: string): string[] {
  const risks = readList(text)
  const unknown = risks.find((risk) => !uploadRiskCodes.some((code) => code === risk))
  if (unknown === undefined) return risks
  throw new InvalidArgumentError(`“${unknown}” is none of ${uploadRiskCodes.join(', ')}.`)
}
