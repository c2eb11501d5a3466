import type { Command } from './arguments.ts'
import { createApiClient } from './client.ts'
import { exportCatalog } from './commands/export-catalog.ts'
import { importFiles } from './commands/import-files.ts'
import { listRuns } from './commands/list-runs.ts'
import { showImages } from './commands/show-images.ts'
import { splitFile } from './commands/split-file.ts'
import { undoRun } from './commands/undo-run.ts'
import type { Context } from './context.ts'
import type { ExitCode } from './exit-codes.ts'
import { UsageError } from './failures.ts'
import { readSettings } from './settings.ts'
import type { Streams, Terminal } from './terminal.ts'

const retryPausesMs = [500, 1_000, 2_000, 4_000, 8_000]
const maxPauseMs = 60_000

export async function runCommand(
  command: Command,
  { env, streams, terminal }: { env: NodeJS.ProcessEnv; streams: Streams; terminal: Terminal },
): Promise<ExitCode> {
  if (command.name === 'split') return await splitFile(terminal, command.argument, command.options)
  const settings = await readSettings(command.options, env)
  const client = createApiClient(settings, {
    pausesMs: retryPausesMs,
    maxPauseMs,
    onRetry: ({ message }, pauseMs) =>
      terminal.progress(`${message} Trying again in ${Math.max(1, Math.round(pauseMs / 1000))} s`),
  })
  const context: Context = { ...client, terminal }
  switch (command.name) {
    case 'import':
      return await importFiles(context, command.positionals, command.options)
    case 'export':
      if (command.options.json && command.options.out === undefined)
        throw new UsageError('Standard output is the catalog itself: say --out as well as --json.')
      return await exportCatalog(context, command.options, streams.stdout)
    case 'runs':
      return await listRuns(context, { ...command.options, limit: readLimit(command.options.limit) })
    case 'undo':
      return await undoRun(context, command.argument, command.options)
    case 'images':
      break
  }
  return await showImages(context, command.argument, command.options)
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError('--limit is a whole number from 1 on.')
}
