import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { connectNats, download, serve, upload } from '../index.ts'
import { add, giveBytes, patient, takeBytes } from './contracts.ts'
import { memoryLog } from './memory-log.ts'

/** What a peer process does: it plays one end of each exchange and never finishes it. */
export type PeerRole = 'serve' | 'upload' | 'download'

export interface Peer {
  process: ChildProcess
  kill(): Promise<void>
}

/** Starts a process that plays the role; resolves once it does. */
export async function startPeer(role: PeerRole, url: string): Promise<Peer> {
  const child = fork(fileURLToPath(import.meta.url), [role, url], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message')
  return {
    process: child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function play(role: string | undefined, url: string): Promise<void> {
  const nats = await connectNats({ url, name: 'peer', log: memoryLog() })
  process.on('disconnect', () => process.exit())
  if (role === 'serve') {
    const service = await serve(nats, { name: 'test-service', version: '0.1.0', description: 'A peer' })
    service.reply(add, async ({ a, b }) => ({ sum: a + b, served_by: String(process.pid) }))
    service.reply(patient, async () => {
      process.send?.('in hand')
      await pause(3_600_000)
      return {}
    })
    service.receive(takeBytes, async (_input, body) => {
      let length = 0
      for await (const chunk of body) length += chunk.length
      return { length, sha256: '' }
    })
    service.send(giveBytes, async ({ chunks }) => ({ head: { chunks }, body: trickle() }))
    await nats.flush()
    process.send?.('ready')
  } else if (role === 'upload') {
    const uploading = upload(nats, takeBytes, {}, trickle())
    process.send?.('ready')
    await uploading
  } else {
    const { body } = await download(nats, giveBytes, { chunks: 1_000_000 })
    await once(body, 'data')
    process.send?.('ready')
    await pause(3_600_000)
  }
}

/** Endless bytes, at a moderate rate. */
async function* trickle(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield Buffer.alloc(64 * 1024, 1)
    await pause(5)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await play(process.argv[2], process.argv[3] ?? '')
