import { readdirSync, readFileSync } from 'node:fs'

/** Usage of a process and its descendants: seconds of processor so far, and current bytes of memory. */
export interface Taken {
  cpuS: number
  memoryBytes: number
}

/** Scans all processes of this machine once, for the given ones and their descendants. Linux only. */
export function lookAtProcesses(pids: Record<string, number>): Record<string, Taken> {
  const all = readAll()
  const children = Map.groupBy(all.values(), ({ parent }) => parent)
  const family = (pid: number): Stat[] => {
    const own = all.get(pid)
    return own === undefined ? [] : [own, ...(children.get(pid) ?? []).flatMap((child) => family(child.pid))]
  }
  return Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => {
      const members = family(pid)
      return [
        name,
        {
          cpuS: sum(members, ({ ticks }) => ticks) / ticksPerS,
          memoryBytes: sum(members, (member) => memoryOf(member, members.length > 1)),
        },
      ]
    }),
  )
}

interface Stat {
  pid: number
  parent: number
  /** Its own and those of its exited children. */
  ticks: number
  residentPages: number
}

const ticksPerS = 100
const pageBytes = 4_096

function readAll(): Map<number, Stat> {
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = textOf(`/proc/${name}/stat`)
    // The second field is the command's name, which can contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const field = (index: number) => Number(fields[index] ?? 0)
    const pid = Number(name)
    const ticks = field(11) + field(12) + field(13) + field(14)
    all.set(pid, { pid, parent: field(1), ticks, residentPages: field(21) })
  }
  return all
}

/** If there are several, shared memory is divided between them. */
function memoryOf({ pid, residentPages }: Stat, isShared: boolean): number {
  if (!isShared) return residentPages * pageBytes
  const match = /^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/smaps_rollup`))
  return match ? Number(match[1]) * 1_024 : 0
}

/** Empty if it has exited meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
