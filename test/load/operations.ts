import { changedEvery, mostProducts, variantsEach, workKinds } from './plan.ts'
import type { Day, DayOptions, Work, WorkKind } from './plan.ts'

/**
 * Operations with a cost in the model. Each has rows (of the file, the plan or the export), except reads and pictures.
 */
export const operationNames = [
  'read',
  'upload',
  'confirm of changes',
  'confirm of new products',
  'undo',
  'export',
  'picture',
] as const
export type OperationName = (typeof operationNames)[number]

const requested = ['cpu gateway', 'cpu nats', 'cpu postgresql']
const answered = [...requested, 'cpu import-service']
const confirmed = [...answered, 'WAL', 'catalog', 'history']

const resourcesOf: Record<OperationName, readonly string[]> = {
  read: answered,
  upload: [...answered, 'WAL', 'history'],
  'confirm of changes': confirmed,
  'confirm of new products': confirmed,
  undo: [...answered, 'WAL', 'history'],
  export: [...requested, 'cpu export-service'],
  picture: [...answered, 'cpu image-service', 'WAL', 'history', 'objects'],
}
const known = new Set(Object.values(resourcesOf).flat())

/**
 * Whether an operation uses a resource: if not, what is used of it at the same time has another cause. A process whose
 * name is not one of these (`--metrics`) may take part in any operation.
 */
export function isUsedBy(operation: OperationName, resource: string): boolean {
  return resourcesOf[operation].includes(resource) || !known.has(resource)
}

/** How often an operation occurs, and with how many rows in total. */
export interface Amount {
  times: number
  rows: number
}

export type Amounts = Record<OperationName, Amount>

export function noAmounts(): Amounts {
  return {
    read: { times: 0, rows: 0 },
    upload: { times: 0, rows: 0 },
    'confirm of changes': { times: 0, rows: 0 },
    'confirm of new products': { times: 0, rows: 0 },
    undo: { times: 0, rows: 0 },
    export: { times: 0, rows: 0 },
    picture: { times: 0, rows: 0 },
  }
}

/** Reads of a visit: the summary, the open drafts, the history, its newest run. */
export const readsOfBrowsing = 4

/** The amounts of a day. */
export function amountsOf({ products, works }: Day): Amounts {
  const amounts = noAmounts()
  const sizes = [...products]
  for (const work of works) {
    const size = sizes[work.storefront] ?? 0
    addWork(amounts, work, size * variantsEach)
    if (work.kind === 'pictures') sizes[work.storefront] = size + work.count
  }
  return amounts
}

/** The amounts of the initial catalogs. */
export function amountsOfStart({ products }: Pick<Day, 'products'>): Amounts {
  const amounts = noAmounts()
  for (const count of products) {
    const files = Math.ceil(count / mostProducts)
    add(amounts, 'upload', files, count * variantsEach)
    add(amounts, 'confirm of new products', files, count * variantsEach)
  }
  return amounts
}

export function sumOf(...parts: Amounts[]): Amounts {
  const sum = noAmounts()
  for (const part of parts)
    for (const name of operationNames) add(sum, name, part[name].times, part[name].rows)
  return sum
}

/** The average amounts of a day, without planning each task: for more storefronts than could be run. */
export function expectedAmounts(options: DayOptions): Amounts {
  const amounts = noAmounts()
  for (const kind of workKinds) {
    const one = noAmounts()
    addWork(one, { kind, count: productsOf(kind, options) }, options.rows)
    for (const name of operationNames) {
      const times = options.times[kind] * options.storefronts
      add(amounts, name, one[name].times * times, one[name].rows * times)
    }
  }
  return amounts
}

function productsOf(kind: WorkKind, { rows, editRows, pictures }: DayOptions): number {
  if (kind === 'pictures') return pictures
  return Math.min(kind === 'large' ? mostProducts : editRows / variantsEach, rows / variantsEach)
}

/** @param catalogRows variants of the storefront at that time */
function addWork(amounts: Amounts, { kind, count }: Pick<Work, 'kind' | 'count'>, catalogRows: number): void {
  const rows = count * variantsEach
  const edit = (times = 1) => {
    add(amounts, 'upload', times, times * rows)
    add(amounts, 'read', 1)
    add(amounts, 'confirm of changes', times, rows)
  }
  switch (kind) {
    case 'browse':
      add(amounts, 'read', readsOfBrowsing)
      break
    case 'edit':
      edit()
      break
    case 'repeat':
      edit(2)
      break
    case 'undo':
      edit()
      add(amounts, 'undo', 1, rows)
      add(amounts, 'confirm of changes', 1, rows)
      break
    case 'large':
      add(amounts, 'upload', 1, rows)
      add(amounts, 'read', 1)
      add(amounts, 'confirm of changes', 1, Math.ceil(count / changedEvery) * variantsEach)
      break
    case 'export':
      add(amounts, 'export', 1, catalogRows)
      break
    case 'pictures':
      add(amounts, 'upload', 1, rows)
      add(amounts, 'read', 1)
      add(amounts, 'confirm of new products', 1, rows)
      add(amounts, 'picture', count)
      break
  }
}

function add(amounts: Amounts, name: OperationName, times: number, rows = 0): void {
  amounts[name].times += times
  amounts[name].rows += rows
}
