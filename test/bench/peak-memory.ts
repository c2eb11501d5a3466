import { readFile, writeFile } from 'node:fs/promises'

/** The most resident memory that the process has had since it began, or since `forgetPeakMemory`, in bytes. Linux only. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

/** From here on, the peak is a new one. */
export async function forgetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}
