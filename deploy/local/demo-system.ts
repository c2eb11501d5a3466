import { mkdir } from 'node:fs/promises'
import { openSystem } from './open-system.ts'
import { startWatchdog } from './processes.ts'
import { home, readSecrets } from './settings.ts'
import { isLock, takeStartLock } from './start-lock.ts'
import { dim, green, say, seconds, yellow } from './terminal.ts'
import { signToken } from './token.ts'

export interface DemoSystem {
  baseUrl: string
  picturesHost: string
  tokenFor: (storefrontId: string) => string
}

/**
 * Runs the work, unless it is stopped before, on the system that `npm start` runs in this folder, or on a new one that
 * is stopped afterwards.
 */
export async function useSystem(
  work: (system: DemoSystem) => Promise<void>,
  stop: Promise<unknown>,
): Promise<void> {
  const untilStopped = (system: DemoSystem) =>
    Promise.race([
      work(system),
      stop.then(() => {
        throw new Error('Stopped.')
      }),
    ])
  await mkdir(home, { recursive: true })
  const secrets = await readSecrets()
  const tokenFor = (storefrontId: string) => signToken(secrets.auth, { storefrontId })
  const watchdog = startWatchdog()
  const lock = await takeStartLock(home, watchdog.pid, say)
  if (!isLock(lock)) {
    await watchdog[Symbol.asyncDispose]()
    const { base_url: baseUrl, pictures_host: picturesHost } = lock
    if (baseUrl === null || picturesHost === null)
      throw new Error('npm start is still starting; try again in a moment.')
    say(`Using the system that runs at ${baseUrl}.`)
    await untilStopped({ baseUrl, picturesHost, tokenFor })
    return
  }

  say('Starting a system for the demo ...')
  try {
    await using system = await openSystem({
      secrets,
      watchdog,
      done: (sentence, ms) => say(`  ${green('✓')} ${sentence} ${dim(seconds(ms))}`),
      note: (sentence) => say(`  ${yellow('·')} ${sentence}`),
    })
    const { baseUrl, picturesHost } = system
    await lock.update({ state: 'running', base_url: baseUrl, pictures_host: picturesHost })
    await untilStopped({ baseUrl, picturesHost, tokenFor })
    await lock.update({ state: 'stopping' })
  } finally {
    await watchdog[Symbol.asyncDispose]()
    await lock.release()
  }
}
