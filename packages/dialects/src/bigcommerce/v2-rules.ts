import type { CanonicalRow } from '../dialect.ts'
import { fetchable, listed } from '../image-links.ts'
import { namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import type { Off } from '../off-sale.ts'
import { maxOptions } from '../option-names.ts'
import type { OptionPair } from '../option-names.ts'
import { readTaggedOptions } from './options.ts'
import { addedBy, adjustPrices, ruleAdding } from './prices.ts'
import type { FilePrices } from './prices.ts'
import { offSale } from './v2-columns.ts'
import type { FileImage, V2Columns } from './v2-columns.ts'
import { isYes } from './words.ts'
import { issueOf } from '../row-issues.ts'

/** A variant as in its SKU row, and after the rules. */
export interface RuledVariant {
  sku: string
  options: OptionPair[]
  prices: FilePrices
  imageUrl: string
  /** The cell that keeps it off sale. */
  off: Off | undefined
}

/**
 * Applies the Rule rows of a product, in order, to the variants that they match: the one with their SKU or, if they
 * have none, all with their options, until a rule says that no further one applies. Returns for each row its own cells:
 * its image, or nothing. All rules are summed up before a variant is changed: applying each one separately would take
 * time proportional to rules times variants.
 */
export function applyRules(
  columns: V2Columns,
  rows: CanonicalRow[],
  handle: string,
  variants: RuledVariant[],
): Map<CanonicalRow, CanonicalRow[]> {
  if (rows.length === 0) return new Map()
  const rules = rows.map((row, order) => readRule(columns, row, order))
  const lists = new Map<string, RuleList>()
  for (const rule of rules) {
    if (rule.target === undefined) continue
    const list = lists.get(rule.target) ?? new RuleList()
    lists.set(rule.target, list.addRule(rule))
  }
  const ruled = variants.map((variant) => ({
    variant,
    lists: targetsOf(variant).flatMap((target) => lists.get(target) ?? []),
  }))
  for (const each of ruled) for (const list of each.lists) list.addVariant(each.variant, endOf(each.lists))
  for (const list of lists.values()) list.sortVariants()

  const read = new Map<CanonicalRow, CanonicalRow[]>()
  for (const rule of rules) read.set(rule.row, readRow(columns, rule, handle, lists.get(rule.target ?? '')))
  for (const list of lists.values()) list.sumUp()
  for (const each of ruled) change(each.variant, each.lists)
  return read
}

interface Rule {
  row: CanonicalRow
  /** Its index among the product's rules. */
  order: number
  /** A key that is equal for rules that match the same variants; undefined if it can match none. */
  target: string | undefined
  price: string
  image: FileImage | undefined
  off: Off | undefined
  /** No further rule applies to its variants. */
  isLast: boolean
}

function readRule(columns: V2Columns, row: CanonicalRow, order: number): Rule {
  return {
    row,
    order,
    target: targetOf(columns, row),
    price: columns.word(row, 'price'),
    image: undefined,
    off: offSale.notForSale((name) => columns.cell(row, name)),
    isLast: isYes(columns.word(row, 'stop processing rules')),
  }
}

function targetOf(columns: V2Columns, row: CanonicalRow): string | undefined {
  const sku = columns.sku(row)
  if (sku !== '') return skuTarget(sku)
  const keys = optionKeys(readTaggedOptions(columns.cell(row, 'product name')) ?? [])
  // A rule with more options could only match variants that fail for having them.
  return keys.length === 0 || keys.length > maxOptions ? undefined : optionsTarget(keys)
}

/** The keys of all rules that may match the variant; one with more options than allowed fails. */
function targetsOf({ sku, options }: RuledVariant): string[] {
  const sets: string[][] = [[]]
  for (const key of optionKeys(options).slice(0, maxOptions)) {
    sets.push(...sets.map((keys) => [...keys, key]))
  }
  return [skuTarget(sku), ...sets.slice(1).map(optionsTarget)]
}

function optionKeys(options: OptionPair[]): string[] {
  return [...new Set(options.map(({ name, value }) => `${name}=${value}`))]
}

function skuTarget(sku: string): string {
  return `SKU ${sku}`
}

function optionsTarget(keys: string[]): string {
  return `options ${keys.toSorted().join('\0')}`
}

/** The rules that match the same variants, and which variants they still apply to. */
class RuleList {
  readonly #rules: Rule[] = []
  /** By variant, the index of the last rule that applies. */
  readonly #ends: number[] = []
  /** The variant to which the most rules apply. */
  #longest: { variant: RuledVariant; end: number } | undefined
  /** For each rule, the sum of the rules up to it. */
  readonly #sums: RuleSum[] = []
  #last = Infinity

  addRule(rule: Rule): this {
    this.#rules.push(rule)
    if (rule.isLast) this.#last = Math.min(this.#last, rule.order)
    return this
  }

  /** The index of the rule after which no other applies. */
  get last(): number {
    return this.#last
  }

  addVariant(variant: RuledVariant, end: number): void {
    this.#ends.push(end)
    if (!this.#longest || end > this.#longest.end) this.#longest = { variant, end }
  }

  sortVariants(): void {
    this.#ends.sort((a, b) => a - b)
  }

  /** Number of all variants with the SKU or the options. */
  get count(): number {
    return this.#ends.length
  }

  /** The variants to which a rule of the list still applies: their number, and the only one if there is one. */
  openTo(rule: Rule): { count: number; only: RuledVariant | undefined } {
    return {
      count: this.#ends.length - countBelow(this.#ends, rule.order, (end) => end),
      only: this.#longest?.variant,
    }
  }

  sumUp(): void {
    let sum: RuleSum = nothing
    for (const rule of this.#rules) {
      sum = addRule(sum, rule)
      this.#sums.push(sum)
    }
  }

  /** Of the rules up to that place. */
  sumUpTo(order: number): RuleSum {
    return this.#sums[countBelow(this.#rules, order + 1, (rule) => rule.order) - 1] ?? nothing
  }
}

interface RuleSum {
  /** Rules that add or take away, and what they come to. */
  count: number
  added: bigint
  /** The last one that sets the price, that cannot be computed with, and that has an image. */
  fixed: Rule | undefined
  unreadable: Rule | undefined
  image: Rule | undefined
  /** One that keeps its variants off sale. */
  off: Rule | undefined
}

const nothing: RuleSum = {
  count: 0,
  added: 0n,
  fixed: undefined,
  unreadable: undefined,
  image: undefined,
  off: undefined,
}

function addRule(sum: RuleSum, rule: Rule): RuleSum {
  const next = { ...sum, ...(rule.image && { image: rule }), ...(rule.off && { off: rule }) }
  if (rule.price === '') return next
  const added = addedBy(rule.price)
  if (added === 'fixed') next.fixed = rule
  else if (added === 'unreadable') next.unreadable = rule
  else {
    next.count++
    next.added += added
  }
  return next
}

/** How many of the sorted items are below the index. */
function countBelow<Item>(items: Item[], place: number, placeOf: (item: Item) => number): number {
  let from = 0
  let to = items.length
  while (from < to) {
    const middle = (from + to) >> 1
    const item = items[middle]
    if (item !== undefined && placeOf(item) < place) from = middle + 1
    else to = middle
  }
  return from
}

/** The index of the rule after which none applies to a variant of these lists. */
function endOf(lists: RuleList[]): number {
  return Math.min(Infinity, ...lists.map(({ last }) => last))
}

function change(variant: RuledVariant, lists: RuleList[]): void {
  const end = endOf(lists)
  const all = lists.map((list) => list.sumUpTo(end))
  const fixed = latest(all.map((sum) => sum.fixed))
  const unreadable = latest(all.map((sum) => sum.unreadable))
  const image = latest(all.map((sum) => sum.image))
  if (image?.image) variant.imageUrl = image.image.url
  variant.off ??= all.find(({ off }) => off)?.off?.off
  const start = fixed?.order ?? -1
  if (fixed) variant.prices = adjustPrices(variant.prices, fixed.price)
  if (unreadable && unreadable.order > start) {
    variant.prices = adjustPrices(variant.prices, unreadable.price)
    return
  }
  const due = totalOf(all)
  const done = totalOf(lists.map((list) => list.sumUpTo(start)))
  if (due.count > done.count) {
    variant.prices = adjustPrices(variant.prices, ruleAdding(due.added - done.added))
  }
}

function totalOf(sums: RuleSum[]): Pick<RuleSum, 'count' | 'added'> {
  const total = { count: 0, added: 0n }
  for (const { count, added } of sums) {
    total.count += count
    total.added += added
  }
  return total
}

function latest(rules: (Rule | undefined)[]): Rule | undefined {
  return rules.reduce((last, rule) => (rule && rule.order > (last?.order ?? -1) ? rule : last), undefined)
}

/** The row's own cells. Adds to the row what it does, or why it does nothing. */
function readRow(columns: V2Columns, rule: Rule, handle: string, list: RuleList | undefined): CanonicalRow[] {
  const { row } = rule
  const open = list?.openTo(rule) ?? { count: 0, only: undefined }
  if (open.count === 0) {
    recordIgnored(columns, row)
  } else {
    rule.image = fetchable(listed(columns.images(row).slice(0, 1)), row, 1)[0]
    recordApplied(rule, open.count)
  }
  const { image } = rule
  const imageCells: NamedCells = image ? { image_url: image.url, image_alt: image.alt } : {}
  const [result] = namedRows(row, [[{ handle }, imageCells]])
  if (!result) return []
  return image || row.errors.length > 0 ? [result] : [{ ...result, skipped: true }]
}

function recordApplied({ row, price, image, off }: Rule, count: number): void {
  if (off) {
    row.warnings.push(
      issueOf('variant_inventory_quantity', 'rule_merged', off.value, {
        case: 'off_sale',
        cell: off.column,
        count,
      }),
    )
  }
  if (price !== '') {
    row.warnings.push(issueOf('variant_price', 'rule_merged', price, { case: 'variants', count }))
  } else if (row.warnings.length === 0 && !image) {
    row.warnings.push(issueOf(null, 'row_not_imported', null, { case: 'rule' }))
  }
}

function recordIgnored(columns: V2Columns, row: CanonicalRow): void {
  const sku = columns.sku(row)
  const asked = sku || columns.cell(row, 'product name')
  row.warnings.push(
    issueOf(sku === '' ? 'Product Name' : 'variant_sku', 'ignored_value', asked || null, { case: 'rule' }),
  )
}
