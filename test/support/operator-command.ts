import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { System } from './system.ts'

export interface OperatorCommand {
  kill(): void
  /** `lines`: the parsed log lines. */
  ended: Promise<{ code: number | null; output: string; lines: Record<string, unknown>[] }>
}

/**
 * Starts an operator's command of import-service, such as `doctor`, on the system. From its bundle: it then takes half of
 * the processor time.
 */
export function startOperatorCommand(
  system: { database: Pick<System['database'], 'url'>; nats: Pick<System['nats'], 'url'> },
  name: string,
  args: string[],
  env: Record<string, string> = {},
): OperatorCommand {
  const bundles = process.env.CATALOG_BUNDLES
  if (bundles === undefined) throw new Error('CATALOG_BUNDLES is not set: tests run under test/runner')
  const child = spawn(process.execPath, [join(bundles, `${name}.mjs`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      // Of the runner: it starts with less than two thirds of the processor time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      CATALOG_DATABASE_URL: system.database.url,
      CATALOG_NATS_URL: system.nats.url,
      // Its output must not depend on the level.
      CATALOG_LOG_LEVEL: 'error',
      ...env,
    },
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout)]).then(([, output]) => ({
    code: child.exitCode,
    output,
    lines: output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): Record<string, unknown> => JSON.parse(line)),
  }))
  return { kill: () => void child.kill('SIGKILL'), ended }
}
