import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of 127.0.0.1 on which nothing listens at the moment: the preferred one, one of the next ten, or any. */
export async function findFreePort(preferred?: number): Promise<number> {
  const near = preferred === undefined ? [] : Array.from({ length: 11 }, (_, index) => preferred + index)
  for (const candidate of [...near, ...Array.from({ length: 20 }, randomPort), 0]) {
    const port = await tryPort(candidate)
    if (port !== null) return port
  }
  throw new Error('127.0.0.1 gives out no port')
}

/** Starts a server on a free port, and again on another one if that becomes used meanwhile. */
export async function startOnFreePort<Server>(
  preferred: number | undefined,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort(preferred)
    try {
      return await start(port)
    } catch (error) {
      // It may be free again by now.
      const wasTaken = saysTaken.test(String(error)) || (await tryPort(port)) === null
      if (attempt === 3 || !wasTaken) throw error
    }
  }
}

/** Messages of Node, NATS and PostgreSQL. */
const saysTaken = /EADDRINUSE|address already in use/i

/** Below the range from which systems assign ports, so that nothing else gets it until it is used. */
function randomPort(): number {
  return randomInt(10_240, 32_768)
}

/** The port, if it is free on 127.0.0.1; otherwise null. 0 tries any. */
export async function tryPort(port: number): Promise<number | null> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : null
}
