import { setTimeout as wait } from 'node:timers/promises'
import { lookAtProcesses } from '../load/targets/processes.ts'

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
      most = Math.max(most, lookAtProcesses({ it: pid })['it']?.memoryBytes ?? 0)
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
