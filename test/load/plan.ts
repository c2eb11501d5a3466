import { randomFrom } from '../fuzz/random.ts'
import type { Random } from '../fuzz/random.ts'

/** What a storefront's people and programs do; each is a task of several requests. */
export const workKinds = ['browse', 'edit', 'repeat', 'undo', 'large', 'export', 'pictures'] as const
export type WorkKind = (typeof workKinds)[number]

export interface DayOptions {
  seed: string
  storefronts: number
  /** The real duration of the day. */
  minutes: number
  /** Average number of variants of a storefront at the beginning; a few have many times as many. */
  rows: number
  /** Average number of rows of a small edit. */
  editRows: number
  /** New products, each with a picture, in an import of pictures. */
  pictures: number
  /** Average number of times that a storefront does each in a day. */
  times: Record<WorkKind, number>
}

export interface Work {
  /** When it is due, from the beginning of the day. */
  atMs: number
  /** Index of the storefront, from 0. */
  storefront: number
  kind: WorkKind
  /** The products of the task: the first, and how many; for `pictures`, new ones. */
  from: number
  count: number
}

export interface Day {
  /** Number of products of each storefront at the beginning. */
  products: number[]
  /** Ordered by time. */
  works: Work[]
}

export const variantsEach = 5
/** Products of the largest file: 5,000 rows (INV-18). */
export const mostProducts = 1_000
/** In a large file, one in this many products was changed. */
export const changedEvery = 4

export const defaultDay: DayOptions = {
  seed: '1',
  storefronts: 200,
  minutes: 5,
  rows: 300,
  editRows: 15,
  pictures: 3,
  times: { browse: 6, edit: 4, repeat: 0.2, undo: 0.2, large: 0.3, export: 1, pictures: 0.5 },
}

/** Relative amount of work in each hour of a day: shops work by day, programs at night too. */
const hours = [1, 1, 3, 1, 1, 1, 2, 4, 7, 9, 9, 8, 6, 8, 9, 9, 8, 6, 4, 3, 3, 2, 2, 1]

/** A day of many storefronts: tasks arrive independently of each other (Poisson), more of them in some hours. */
export function planDay(options: DayOptions): Day {
  const random = randomFrom(options.seed)
  const products = Array.from({ length: options.storefronts }, () => sizeOf(options, random))
  const works = products.flatMap((size, storefront) =>
    workKinds.flatMap((kind) =>
      Array.from({ length: poisson(options.times[kind], random) }, () => ({
        atMs: momentOfDay(random) * options.minutes * 60_000,
        storefront,
        kind,
        ...rangeOf(kind, size, options, random),
      })),
    ),
  )
  return { products, works: works.toSorted((one, other) => one.atMs - other.atMs) }
}

/** Log-normal: half of the storefronts have less than half of the average, one in a hundred eight times as much. */
function sizeOf({ rows }: DayOptions, random: Random): number {
  const spread = 1.2
  const relative = Math.exp(spread * normal(random) - spread ** 2 / 2)
  return Math.max(1, Math.round((rows / variantsEach) * Math.min(relative, 20)))
}

function rangeOf(
  kind: WorkKind,
  size: number,
  { editRows, pictures }: DayOptions,
  random: Random,
): Pick<Work, 'from' | 'count'> {
  if (kind === 'pictures') return { from: 0, count: pictures }
  if (kind === 'export' || kind === 'browse') return { from: 0, count: 0 }
  const wanted = kind === 'large' ? mostProducts : geometric(editRows / variantsEach, random)
  const count = Math.min(wanted, size)
  return { from: random.below(size - count + 1), count }
}

/** From 0 to 1. */
function momentOfDay(random: Random): number {
  const all = hours.reduce((sum, weight) => sum + weight, 0)
  let left = unit(random) * all
  for (const [hour, weight] of hours.entries()) {
    if (left < weight) return (hour + left / weight) / hours.length
    left -= weight
  }
  return 1
}

/** At least 1: small ones often, large ones now and then. */
function geometric(average: number, random: Random): number {
  return average <= 1 ? 1 : 1 + Math.floor(Math.log(unit(random)) / Math.log(1 - 1 / average))
}

/** Knuth's; for the small averages of a storefront's day. */
function poisson(average: number, random: Random): number {
  const limit = Math.exp(-average)
  let count = 0
  for (let product = unit(random); product > limit; product *= unit(random)) count += 1
  return count
}

/** Box and Muller's. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(unit(random))) * Math.cos(2 * Math.PI * unit(random))
}

/** Above 0 and below 1. */
function unit(random: Random): number {
  return (random.below(2 ** 30) + 0.5) / 2 ** 30
}
