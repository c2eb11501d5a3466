import { spawn } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endChild } from '../../deploy/local/processes.ts'
import { asRoot, refusalOf } from './namespace.ts'
import { passOn, startTcpProxy } from './tcp-proxy.ts'

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

/** Why this machine cannot do that; null if it can. */
export function cutOffRefusal(): string | null {
  return refusalOf(['unshare', ...asRoot, '-n', 'ip', 'link', 'set', 'lo', 'up'])
}

/**
 * A network namespace in which the servers have the same addresses as outside. Unix sockets, which a namespace does not
 * separate, lead to them.
 *
 * @param servers on 127.0.0.1
 */
export async function startCutOffNode(servers: URL[]): Promise<CutOffNode> {
  await using undo = new AsyncDisposableStack()
  const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-node-')))
  const pathOf = ({ port }: URL) => join(folder, port)
  for (const server of servers) undo.use(await startTcpProxy(server, passOn, pathOf(server)))

  const script = fileURLToPath(new URL('cut-off-node-inside.ts', import.meta.url))
  const child = spawn(
    'unshare',
    [
      ...asRoot,
      '-n',
      process.execPath,
      script,
      ...servers.map((server) => `${server.port}=${pathOf(server)}`),
    ],
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
