import { spawn } from 'node:child_process'
import { findFreePort, startOnFreePort } from '../../deploy/local/ports.ts'
import { endChild, hasEnded, startWatchdog, whenEnded } from '../../deploy/local/processes.ts'
import { waitFor } from './wait-for.ts'

export interface GcsEmulator {
  /** For CATALOG_OBJECTSTORE_ENDPOINT. */
  url: string
  /** Makes a bucket. */
  createBucket(name: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A fake-gcs-server for one test, which keeps everything in memory. */
export async function startGcsEmulator(): Promise<GcsEmulator> {
  const binary = process.env.TEST_FAKE_GCS_SERVER
  if (binary === undefined)
    throw new Error('TEST_FAKE_GCS_SERVER is not set: tests of the bucket run by npm test')
  return await startOnFreePort(await findFreePort(), (port) => startOn(port, binary))
}

async function startOn(port: number, binary: string): Promise<GcsEmulator> {
  const address = `127.0.0.1:${port}`
  const where = ['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port), '-public-host', address]
  await using undo = new AsyncDisposableStack()
  const watchdog = startWatchdog()
  undo.defer(() => watchdog.release())
  const server = spawn(binary, ['-backend', 'memory', '-log-level', 'error', ...where], { stdio: 'ignore' })
  undo.defer(() => endChild(server, 'SIGTERM', 5_000))
  if (server.pid !== undefined) watchdog.add({ pid: server.pid, signal: 'SIGTERM' })
  const ended = whenEnded(server).then((how) => {
    throw new Error(`fake-gcs-server ended ${how}`)
  })
  ended.catch(() => {})
  const url = `http://${address}`
  const answers = () =>
    fetch(`${url}/_internal/healthcheck`).then(
      ({ ok }) => ok,
      () => false,
    )
  await Promise.race([ended, waitFor('fake-gcs-server', answers)])
  // If another server answers on that port, this one has exited.
  if (hasEnded(server)) await ended
  const stack = undo.move()
  return {
    url,
    createBucket: async (name) => {
      const response = await fetch(`${url}/storage/v1/b?project=test`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      if (!response.ok) throw new Error(`bucket ${name}: ${response.status} ${await response.text()}`)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
