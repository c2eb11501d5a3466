import { brief, explainRowError, explainRowWarning } from '@catalog/catalog'
import type { RowErrorCode, RowWarningCode } from '@catalog/catalog'
import { changeGroups, groupOfChange, isClear, isOfNewVariant } from '@catalog/catalog/change-groups'
import type { ChangeGroup } from '@catalog/catalog/change-groups'
import { maxCauses, RiskCode } from '@catalog/contracts'
import type { DraftRow, FieldChange, Tally } from '@catalog/contracts'
import type { RowIssue } from '@catalog/dialects'
import type { ProductOutcome } from './product-list.ts'

/** A row with all that it changes and all that is wrong with it. */
export interface TalliedRow extends Pick<DraftRow, 'kind' | 'entities' | 'changes' | 'sku'> {
  /** The spreadsheet's row number. */
  number: number
  errors: readonly RowIssue<RowErrorCode>[]
  warnings: readonly RowIssue<RowWarningCode>[]
}

type Problem = RowIssue<RowErrorCode | RowWarningCode>

interface Affected {
  products: number
  rows: number
}

type Cause = Omit<Tally['causes'][number], keyof Affected>

/** Counts a preview's rows, product by product. */
export class TallyBuilder {
  readonly #products = { new: 0, changed: 0, unchanged: 0, left_out: 0, with_errors: 0 }
  readonly #changes = new Counter<ChangeGroup>()
  readonly #risks = new Counter<RiskCode>()
  readonly #causes = new Counter<string>()
  readonly #causeOf = new Map<string, Cause>()
  readonly #hasStock: boolean
  #leftOut = 0

  /** `hasStock`: whether the file says anything about stock. */
  constructor({ hasStock }: { hasStock: boolean }) {
    this.#hasStock = hasStock
  }

  /**
   * The rows of a product of the file; none if nothing of it is shown. `wasChanged`: in the catalog since the preview
   * before. Returns what happens to it.
   */
  addProduct(
    rows: TalliedRow[],
    { isNew, wasChanged }: { isNew: boolean; wasChanged: boolean },
  ): Omit<ProductOutcome, 'status'> {
    const applied = rows.filter(({ kind }) => kind === 'add' || kind === 'update')
    const leftOut = rows.filter(({ kind }) => kind === 'left_out').length
    const isRejected = rows.some(({ kind }) => kind === 'error')
    const idle = leftOut > 0 ? 'left_out' : isRejected ? 'with_errors' : 'unchanged'
    const kind = applied.length === 0 ? idle : isNew ? 'new' : 'changed'
    this.#products[kind]++
    this.#leftOut += leftOut
    const groups = this.#changes.add(isNew ? [] : applied.map(groupsOf))
    const wanted = rows.filter((row) => row.kind !== 'left_out')
    const risks = this.#risks.add(
      wanted.map((row) => risksOf(row, { isNew, wasChanged, hasStock: this.#hasStock })),
    )
    const causes = this.#causes.add(wanted.map((row) => this.#causesOf(row)))
    return {
      kind,
      changes: groups.size === 0 ? [] : changesOf(applied, groups),
      risks: risks.size === 0 ? [] : RiskCode.options.filter((code) => risks.has(code)),
      causes: causes.size === 0 ? [] : this.#namesOf(causes),
    }
  }

  /** A row of no product. */
  addStray(row: TalliedRow): void {
    this.#causes.add([this.#causesOf(row)], 0)
  }

  toTally(): Tally {
    const causes = this.#causes
      .entries()
      .map(([key, affected]) => ({ cause: this.#causeOf.get(key), affected }))
      .flatMap(({ cause, affected }) => (cause ? [{ ...cause, ...affected }] : []))
      .sort((one, other) => one.severity.localeCompare(other.severity) || other.rows - one.rows)
    return {
      products: this.#products,
      left_out: this.#leftOut,
      changes: changeGroups.flatMap((group) => this.#changes.of(group, { group })),
      risks: RiskCode.options.flatMap((code) => this.#risks.of(code, { code })),
      causes: causes.slice(0, maxCauses),
    }
  }

  #namesOf(causes: Set<string>): string[] {
    const names = [...causes].flatMap((key) => {
      const cause = this.#causeOf.get(key)
      return cause ? [cause.case === null ? cause.code : `${cause.code}:${cause.case}`] : []
    })
    return [...new Set(names)].sort()
  }

  #causesOf({ number, errors, warnings }: TalliedRow): Set<string> {
    const keys = new Set<string>()
    const fixable = new Set<Cause>()
    const add = (severity: Cause['severity'], problem: Problem, explain: () => string) => {
      const { code, column, parameters, suggestion } = problem
      const named = { severity, code, case: parameters?.case?.toString() ?? null, column }
      const key = JSON.stringify(named)
      keys.add(key)
      const cause = this.#causeOf.get(key) ?? {
        ...named,
        fixable: 0,
        example: { row: number, message: explain(), ...shownOf(problem) },
      }
      this.#causeOf.set(key, cause)
      if (suggestion !== undefined) fixable.add(cause)
    }
    for (const error of errors) add('error', error, () => explainRowError(error))
    for (const warning of warnings) add('warning', warning, () => explainRowWarning(warning))
    for (const cause of fixable) cause.fixable++
    return keys
  }
}

function shownOf({ value, parameters, suggestion }: Problem) {
  return {
    value: value === null ? null : brief(value),
    ...(parameters && { parameters }),
    ...(suggestion !== undefined && { suggestion: brief(suggestion) }),
  }
}

/** For each key, the products and rows that have it. */
class Counter<Key> {
  readonly #counts = new Map<Key, Affected>()

  /** The keys of each row of `products` products: one, or none. Returns all of them. */
  add(rows: Set<Key>[], products = 1): Set<Key> {
    const seen = new Set<Key>()
    for (const keys of rows) {
      for (const key of keys) {
        const count = this.#counts.get(key) ?? { products: 0, rows: 0 }
        this.#counts.set(key, count)
        count.rows++
        if (!seen.has(key)) count.products += products
        seen.add(key)
      }
    }
    return seen
  }

  entries(): [Key, Affected][] {
    return [...this.#counts]
  }

  /** The count of the key with its name; none if nothing has it. */
  of<Name>(key: Key, name: Name): (Name & Affected)[] {
    const count = this.#counts.get(key)
    return count ? [{ ...name, ...count }] : []
  }
}

/** Of a row of a product that exists. A new variant is one more choice of its options. */
function groupsOf({ changes, entities }: TalliedRow): Set<ChangeGroup> {
  const groups = new Set(
    changes.map((change) => (isOfNewVariant(change) ? 'options' : groupOfChange(change.field))),
  )
  // Even if an earlier row has all of the image's changes.
  if (entities.includes('image')) groups.add('images')
  return groups
}

/** The groups with the columns that change in them. */
function changesOf(rows: TalliedRow[], groups: Set<ChangeGroup>): ProductOutcome['changes'] {
  const fields = new Set<string>()
  for (const { changes } of rows) {
    for (const change of changes) {
      if (!isOfNewVariant(change) || groupOfChange(change.field) === 'options') fields.add(change.field)
    }
  }
  return changeGroups
    .filter((group) => groups.has(group))
    .map((group) => ({ group, fields: [...fields].filter((field) => groupOfChange(field) === group) }))
}

const stock = 'variant_inventory_quantity'

interface RiskFacts {
  isNew: boolean
  wasChanged: boolean
  hasStock: boolean
}

function risksOf({ kind, changes }: TalliedRow, { isNew, wasChanged, hasStock }: RiskFacts): Set<RiskCode> {
  const risks = new Set<RiskCode>(wasChanged ? ['changed_meanwhile'] : [])
  if (kind === 'error') return risks
  for (const change of changes) {
    const risk = riskOf(change)
    if (risk) risks.add(risk)
  }
  if (isNew) risks.delete('title_changes')
  if (hasStock && hasUntracked(changes)) risks.add('sells_without_stock')
  return risks
}

function riskOf(change: FieldChange): RiskCode | undefined {
  const { field, before, after } = change
  if (field === 'status') {
    if (after === 'active') return 'goes_live'
    return before === 'active' ? 'leaves_shop' : undefined
  }
  if (before === null) return undefined
  if (field === stock) {
    if (after === '') return 'sells_without_stock'
    return Number(before) > 0 && Number(after) <= 0 ? 'sold_out' : undefined
  }
  if (isClear(change)) return 'cleared'
  if (field === 'title') return 'title_changes'
  if (field !== 'variant_price') return undefined
  if (2 * Number(after) <= Number(before)) return 'price_falls'
  return Number(after) >= 2 * Number(before) ? 'price_rises' : undefined
}

/** Whether a variant is new and its stock is not tracked: every new variant has a price. */
function hasUntracked(changes: FieldChange[]): boolean {
  const countOf = (column: string) =>
    changes.filter((change) => change.field === column && isOfNewVariant(change)).length
  return countOf('variant_price') > countOf(stock)
}
