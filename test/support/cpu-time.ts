import { readdirSync, readFileSync } from 'node:fs'

/** Processor time that the processes have taken so far, those that ended below them among it, in ms. Linux only. */
export function cpuTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * msPerTick
}

/** The process and those that it started. */
export function withChildren(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => fieldsOf(other)[parentField] === String(pid))
  return [pid, ...children]
}

/** The process that started it. */
export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[parentField])
}

const msPerTick = 10
/** Of /proc/PID/stat, counted after the command's name. */
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
    // It has ended.
    return []
  }
}
