import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Nice values between a thread for large files and its process: a third of the processor time where others want it, so
 * that a large file is read in time on a busy machine too.
 */
const difference = 5
const lowestPriority = 19

/**
 * Lowers the priority of this thread alone, on systems where each thread has its own (Linux); elsewhere, and in a sandbox
 * that refuses it, nothing changes. Only a privileged process could raise it again.
 */
export function lowerPriority(): void {
  const thread = systemThreadId()
  if (thread === undefined) return
  try {
    setPriority(thread, Math.min(getPriority(thread) + difference, lowestPriority))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error
  }
}

/** Undefined where there is no `/proc`. */
function systemThreadId(): number | undefined {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
