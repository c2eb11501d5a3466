import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundleServices } from './services.ts'
import { readOperatorSettings } from './settings.ts'
import { say } from './terminal.ts'

/**
 * Runs an operator's command of import-service with this process's arguments on the system that npm start
 * runs; exits with the command's exit code.
 */
export async function runOperatorCommand(name: 'erase-storefront' | 'doctor'): Promise<never> {
  const settings = await readOperatorSettings()
  if (settings === null) {
    say('Nothing runs in this folder. Start it with: npm start')
    process.exit(1)
  }
  const script = join(await bundleServices(), `${name}.mjs`)
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
  // Wherever it is stopped, it can be run again.
  process.once('disconnect', () => child.kill())
  await once(child, 'exit')
  process.exit(child.exitCode ?? 1)
}
