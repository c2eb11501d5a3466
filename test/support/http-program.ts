import { spawn } from 'node:child_process'
import { findFreePort, startOnFreePort } from '../../deploy/local/ports.ts'
import { endChild, hasEnded, startWatchdog, whenEnded } from '../../deploy/local/processes.ts'
import { waitFor } from './wait-for.ts'

export interface HttpProgram {
  /** Its name, for messages. */
  title: string
  /** The variable with its path, which `npm test` sets. */
  variable: string
  /** For an address on 127.0.0.1, as `host:port`. */
  args: (address: string) => string[]
  env?: Record<string, string>
  /** The path that it answers once it serves. */
  healthPath: string
  /** A folder that is deleted with it. */
  folder?: string
}

/** Starts a program that serves HTTP, for one test. */
export async function startHttpProgram(program: HttpProgram): Promise<AsyncDisposable & { url: string }> {
  const binary = process.env[program.variable]
  if (binary === undefined)
    throw new Error(`${program.variable} is not set: tests with ${program.title} run by npm test`)
  return await startOnFreePort(await findFreePort(), (port) => startOn(port, binary, program))
}

async function startOn(port: number, binary: string, { title, args, env, healthPath, folder }: HttpProgram) {
  const address = `127.0.0.1:${port}`
  await using undo = new AsyncDisposableStack()
  const watchdog = undo.use(startWatchdog())
  if (folder !== undefined) watchdog.addFolder(folder)
  const server = spawn(binary, args(address), { stdio: 'ignore', ...(env && { env }) })
  undo.defer(() => endChild(server, 'SIGTERM', 5_000))
  if (server.pid !== undefined) watchdog.add({ pid: server.pid, signal: 'SIGTERM' })
  const ended = whenEnded(server).then((how) => {
    throw new Error(`${title} ended ${how}`)
  })
  ended.catch(() => {})
  const url = `http://${address}`
  const answers = () =>
    fetch(`${url}${healthPath}`).then(
      ({ ok }) => ok,
      () => false,
    )
  await Promise.race([ended, waitFor(title, answers)])
  // If another server answers on that port, this one has exited.
  if (hasEnded(server)) await ended
  const stack = undo.move()
  return { url, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
