import { readFile, writeFile } from 'node:fs/promises'

/** The process's maximum resident memory since it started, or since `forgetPeakMemory`, in bytes. Linux only. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

/** Resets the maximum. */
export async function forgetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}
