import { readFile } from 'node:fs/promises'
import { serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import type { System } from '../support/system.ts'
import { now } from './bystander.ts'

/** Resident memory of each service, in MiB; Linux only. */
export type Memory = Record<ServiceName, number>

export interface MemoryWatch extends Disposable {
  /** The maximum of each service in between, by `now()`. */
  peakBetween(from: number, to: number): Memory
  /** The maximum until now. */
  peakSince(from: number): Memory
}

const everyMs = 50

export function watchMemory({ services }: System): MemoryWatch {
  const samples: { at: number; memory: Memory }[] = []
  const residentOf = async (name: ServiceName) => {
    const status = await readFile(`/proc/${services[name].pid}/status`, 'utf8').catch(() => '')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  }
  const look = async () => {
    const memory = noMemory()
    for (const name of serviceNames) memory[name] = await residentOf(name)
    samples.push({ at: now(), memory })
  }
  const timer = setInterval(() => void look(), everyMs)
  const peakBetween = (from: number, to: number) => {
    const peak = noMemory()
    for (const { at, memory } of samples)
      if (at >= from && at <= to)
        for (const name of serviceNames) peak[name] = Math.max(peak[name], memory[name])
    return peak
  }
  return {
    peakBetween,
    peakSince: (from) => peakBetween(from, Infinity),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function noMemory(): Memory {
  return { gateway: 0, 'import-service': 0, 'export-service': 0, 'image-service': 0 }
}
