// npm start: the whole system on this machine. Started by run.mjs, which provides the packages and Node 24.
import { mkdir } from 'node:fs/promises'
import { openSystem } from './open-system.ts'
import type { LocalSystem } from './open-system.ts'
import { startWatchdog } from './processes.ts'
import {
  home,
  readSecrets,
  removeLocalSettings,
  writeLocalSettings,
  writeOperatorSettings,
} from './settings.ts'
import { isLock, takeStartLock } from './start-lock.ts'
import { onStop } from './stop-signal.ts'
import { bold, dim, green, say, seconds, yellow } from './terminal.ts'
import { signToken } from './token.ts'

const storefronts = { demo: 'demo', other: 'other' }
const tokenLifetimeS = 30 * 24 * 60 * 60

const startedAt = performance.now()
const stop = onStop()
await mkdir(home, { recursive: true })
const watchdog = startWatchdog()
const lock = await takeStartLock(home, watchdog.pid, say)
if (!isLock(lock)) {
  await watchdog[Symbol.asyncDispose]()
  const where = lock.base_url === null ? ' and is just starting' : `: ${bold(lock.base_url)}`
  say(`It runs already${where}`)
  say(`Stop it with Ctrl-C where it was started, or with: kill ${lock.pid}`)
  process.exit(1)
}

await removeLocalSettings()
say(bold('Catalog Import/Export'))
let isStopping = false
const opening = readSecrets().then(async (secrets) => {
  const system = await openSystem({
    secrets,
    watchdog,
    done: (sentence, ms) => say(`  ${green('✓')} ${sentence} ${dim(seconds(ms))}`),
    note: (sentence) => {
      if (!isStopping) say(`  ${yellow('·')} ${sentence}`)
    },
  })
  await announce(system, secrets.auth)
  return system
})

let exitCode = 0
try {
  const system = await Promise.race([opening, stop])
  await stop
  isStopping = true
  say('\nStopping ...')
  await lock.update({ state: 'stopping' })
  await system?.[Symbol.asyncDispose]()
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}`)
  exitCode = 1
}
// Stops everything that is still running, after a stop in the middle of a start.
await watchdog[Symbol.asyncDispose]()
await removeLocalSettings()
await lock.release()
say(exitCode === 0 ? 'Everything is stopped.' : 'Nothing was left running.')
process.exit(exitCode)

async function announce({ baseUrl, picturesHost, operator }: LocalSystem, secret: string): Promise<void> {
  await writeOperatorSettings(operator)
  const tokenOf = (storefrontId: string) => signToken(secret, { storefrontId, lifetimeS: tokenLifetimeS })
  const token = tokenOf(storefronts.demo)
  await writeLocalSettings({
    base_url: baseUrl,
    token,
    storefront_id: storefronts.demo,
    other_token: tokenOf(storefronts.other),
    other_storefront_id: storefronts.other,
  })
  if (isLock(lock)) await lock.update({ state: 'running', base_url: baseUrl, pictures_host: picturesHost })
  say(`
Ready after ${seconds(performance.now() - startedAt)}. The admin page, signed in to the storefront "${storefronts.demo}":

  ${bold(`${baseUrl}/admin/#token=${token}`)}

The API is at ${baseUrl}/api. A token for it is in .catalog/local.json. In another terminal, in this folder:

  TOKEN=$(node -p "require('./.catalog/local.json').token")
  curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/products/imports/template -o catalog.csv
  curl -H "Authorization: Bearer $TOKEN" -F file=@catalog.csv ${baseUrl}/api/products/imports
  curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/products/summary

or the whole story with 5,000 rows and pictures: ${bold('npm run demo')}

Logs are in .catalog/logs. ${bold('Ctrl-C stops everything.')}`)
}
