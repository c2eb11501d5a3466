// Runs tasks of turbo.json; those without changes since a run on this machine come from its cache: node run.mjs
// turbo.ts TASK...
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machineCache } from './programs.ts'

const turbo = fileURLToPath(new URL('../../node_modules/turbo/bin/turbo', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [
    turbo,
    'run',
    ...process.argv.slice(2),
    '--continue=always',
    // All clones share the cache.
    `--cache-dir=${join(machineCache(), 'turbo')}`,
    // Variables that are not in the hash do not change the result, such as where Go stores its modules.
    '--env-mode=loose',
    '--output-logs=errors-only',
    '--log-order=grouped',
    '--log-prefix=none',
  ],
  {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  },
)
process.exitCode = status ?? 1
