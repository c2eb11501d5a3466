import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endChild } from '../../deploy/local/processes.ts'

/** A node whose network can be lost without a packet that says so. */
export interface CutOffNode extends AsyncDisposable {
  /** A command that runs the command behind it on this node. */
  command: string[]
  /**
   * Once all that was sent is acknowledged, no packet arrives or leaves any more. Connections stay open on both sides.
   */
  cut(): Promise<void>
  restore(): Promise<void>
}

// A user who is not root becomes root in a user namespace.
const asRoot = process.getuid?.() === 0 ? [] : ['-r']

/** Why this machine cannot create network namespaces; null if it can. */
export function namespaceRefusal(): string | null {
  const tried = spawnSync('unshare', [...asRoot, '-n', 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' })
  return tried.status === 0 ? null : (tried.error?.message ?? tried.stderr.trim())
}

/**
 * A network namespace in which the servers have the same addresses as outside. Unix sockets, which a namespace does not
 * separate, lead to them.
 *
 * @param servers on 127.0.0.1
 */
export async function startCutOffNode(servers: URL[]): Promise<CutOffNode> {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'catalog-node-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const doors = servers.map(({ hostname, port }) => ({ hostname, port, path: join(folder, port) }))
  for (const { hostname, port, path } of doors) {
    const server = createServer((near) => {
      const far = connect({ host: hostname, port: Number(port) })
      near.pipe(far).pipe(near)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const)
        one.on('error', () => other.destroy())
    })
    server.listen(path)
    await once(server, 'listening')
    undo.defer(() => void server.close())
  }

  const script = fileURLToPath(new URL('cut-off-node-inside.ts', import.meta.url))
  const child = spawn(
    'unshare',
    [...asRoot, '-n', process.execPath, script, ...doors.map(({ port, path }) => `${port}=${path}`)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS },
    },
  )
  undo.defer(() => endChild(child, 'SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const done = async () => {
    const { value, done: isOver } = await lines.next()
    if (isOver || value !== 'done') throw new Error(`the node's network was not set: ${value}`)
  }
  await done()
  const set = async (state: 'up' | 'down') => {
    child.stdin.write(`${state}\n`)
    await done()
  }
  const enter = asRoot.length === 0 ? [] : ['--user', '--preserve-credentials']
  const stack = undo.move()
  return {
    command: ['nsenter', `--target=${child.pid}`, ...enter, '--net'],
    cut: () => set('down'),
    restore: () => set('up'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
