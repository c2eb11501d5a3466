import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

export interface MemoryWatch {
  /** The maximum since the watch began or since the last call, in bytes. */
  peak(): number
  stop(): Promise<void>
}

/**
 * Measures the memory of a process and its descendants: the sum of their proportional set sizes, in which shared memory
 * is divided between its users, sampled five times a second. Linux only.
 */
export function watchMemory(pid: number): MemoryWatch {
  let most = 0
  const controller = new AbortController()
  const watching = (async () => {
    while (!controller.signal.aborted) {
      const sizes = await Promise.all((await withChildren(pid)).map(proportionalSize))
      most = Math.max(
        most,
        sizes.reduce((sum, size) => sum + size, 0),
      )
      await wait(200, undefined, { signal: controller.signal }).catch(() => {})
    }
  })()
  return {
    peak() {
      const peak = most
      most = 0
      return peak
    },
    async stop() {
      controller.abort()
      await watching
    },
  }
}

async function withChildren(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean)).map(Number)
  return [pid, ...(await Promise.all(children.map(withChildren))).flat()]
}

/** 0 if it has exited meanwhile. */
async function proportionalSize(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024
}
