import { readFile } from 'node:fs/promises'
import { serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import type { System } from '../support/system.ts'

/** Resident memory of each service, in MiB; Linux only. */
export type Memory = Record<ServiceName, number>

export interface MemoryWatch extends Disposable {
  /** The most since the last time that it was asked for. */
  takePeak(): Memory
}

const everyMs = 50

export function watchMemory({ services }: System): MemoryWatch {
  let peak = noMemory()
  const look = async () => {
    for (const name of serviceNames) {
      const status = await readFile(`/proc/${services[name].pid}/status`, 'utf8').catch(() => '')
      const kB = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
      peak[name] = Math.max(peak[name], kB / 1024)
    }
  }
  const timer = setInterval(() => void look(), everyMs)
  return {
    takePeak() {
      const taken = peak
      peak = noMemory()
      return taken
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function noMemory(): Memory {
  return { gateway: 0, 'import-service': 0, 'export-service': 0, 'image-service': 0 }
}
