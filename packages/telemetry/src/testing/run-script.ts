import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type Line = Record<string, unknown>

/** Runs the script in its own process, with this package's exports in scope; returns the lines that it wrote. */
export async function runScript(
  script: string,
  env: Record<string, string> = {},
): Promise<{ stdout: Line[]; stderr: Line[] }> {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const prelude = `const telemetry = await import('./src/index.ts'); const { createLogger, createMetrics } = telemetry;`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', prelude + script],
    { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', CATALOG_LOG_LEVEL: '', ...env } },
  )
  return { stdout: linesOf(stdout), stderr: linesOf(stderr) }
}

function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
