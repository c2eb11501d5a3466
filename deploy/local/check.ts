// npm run check: all the static checks. Turbo runs them side by side and skips those whose files have not changed.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const checks = [
  'check:types',
  'check:lint',
  'check:format',
  'check:unused',
  'check:client',
  'check:architecture',
]
const turbo = fileURLToPath(new URL('../../node_modules/turbo/bin/turbo', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [
    turbo,
    'run',
    ...checks,
    '--continue=always',
    '--output-logs=errors-only',
    '--log-order=grouped',
    '--log-prefix=none',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  },
)
process.exitCode = status ?? 1
