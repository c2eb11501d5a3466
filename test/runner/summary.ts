import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import type { FileResult } from './results.ts'

const ticksPerSecond = 100

/** Lines: the ten files that took longest. */
export function describeSlowest(files: readonly FileResult[]): string[] {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  return [
    '\nThe slowest files:',
    ...slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
  ]
}

/** A line with the duration of the run and its share of the machine. */
export function describeLoad(ms: number): string[] {
  const load = loadavg().map((one) => one.toFixed(1))
  const cpu = childSeconds()
  return [
    [
      `Took ${(ms / 1000).toFixed(0)} s`,
      ...(cpu === null ? [] : [`${cpu.toFixed(0)} s of CPU`]),
      `load average ${load.join(', ')} on ${availableParallelism()} processors.`,
    ].join(', '),
  ]
}

/** CPU seconds of all ended descendant processes; null if the system does not provide it. */
function childSeconds(): number | null {
  try {
    // After the name of the program, which may contain anything: utime, stime, cutime and cstime are fields 14 to 17.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  } catch {
    return null
  }
}
