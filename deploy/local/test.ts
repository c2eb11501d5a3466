// npm test: every test; arguments go to Jest. Tests that need a container engine say why where they are left out.
import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { say } from './terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const withContainers = process.env.CI === 'true' || hasContainerEngine()

const jest = spawn(
  process.execPath,
  [fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url)), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      TEST_CONTAINERS: withContainers ? 'true' : 'false',
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => jest.kill(signal))
process.once('disconnect', () => jest.kill('SIGTERM'))
jest.once('exit', (code) => {
  process.exitCode = code ?? 1
  if (!withContainers && process.argv.length === 2) sayWhatWasLeftOut()
  process.disconnect?.()
})

function hasContainerEngine(): boolean {
  return spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0
}

function sayWhatWasLeftOut(): void {
  const files = globSync('{packages,services,deploy,test}/**/*.container.test.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  if (files.length === 0) return
  say(
    '\nLeft out, because they need a container engine and `docker info` does not answer (CI=true runs them all the same):',
  )
  for (const file of files) say(`  ${file}`)
}
