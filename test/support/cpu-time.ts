import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of the processes so far, including children that have ended, in milliseconds. Linux only. */
export function cpuTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * msPerTick
}

/** The process and its descendants. */
export function withChildren(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => fieldsOf(other)[parentField] === String(pid))
  return [pid, ...children]
}

/** The process's parent. */
export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[parentField])
}

const msPerTick = 10
/** Fields of /proc/PID/stat, counted after the command's name. */
const parentField = 1
const timeFields = [11, 12, 13, 14]

function ticksOf(pid: number): number {
  const fields = fieldsOf(pid)
  return timeFields.reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
}

function fieldsOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has exited.
    return []
  }
}
