import { brief, compareCodePoints, looksAlike, productColumns, shortened } from '@catalog/catalog'
import type { Column, ProductFields } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import { isShift, issue } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'
import type { Columns } from './parse-rows.ts'
import { asStored } from './resolve-fields.ts'

/** A product's cells, collected from the rows of its group: the first that is not blank counts. */
export interface ProductCells {
  fields: Partial<ProductFields>
  metadata: Map<string, string>
  /** By column name, the row that the value comes from. */
  sources: Map<string, FileRow>
  /** The text of values that another row contradicts, written once because it may be long. */
  contradicted: Map<string, string>
}

/** Collects the cells; contradictory and missing ones become `productErrors` of the row that causes them. */
export function gatherProductCells(
  group: Group,
  { columns, metadataName, addsNothing }: PreviewContext,
): ProductCells {
  const cells: ProductCells = { fields: {}, metadata: new Map(), sources: new Map(), contradicted: new Map() }
  for (const part of group.parts) {
    if (part.product) {
      for (const column of productColumns) gatherField(cells, column, part.product[column.field], part.row)
    }
    if (part.metadata) {
      for (const [key, value] of part.metadata)
        gatherMetadata(cells, { key, name: metadataName(key), value }, part.row)
    }
  }
  const [first] = group.rows
  if (first && !group.existing && cells.fields.title === undefined && !group.rows.some(mayHaveTitle)) {
    first.productErrors.push(
      addsNothing
        ? issue('handle', 'missing_value', group.handle, { case: 'not_stored' })
        : issue('title', 'missing_value', null, { case: 'title', handle: group.handle }),
    )
  }
  refuseGaps(group, cells, columns)
  return cells
}

function mayHaveTitle({ productErrors }: FileRow): boolean {
  return productErrors.some((error) => error.column === 'title' || isShift(error))
}

function gatherField<Field extends keyof ProductFields>(
  { fields, sources, contradicted }: ProductCells,
  { name, field, format }: Column<ProductFields, Field>,
  value: ProductFields[Field] | undefined,
  row: FileRow,
): void {
  if (value === undefined) return
  const earlier = fields[field]
  const source = sources.get(name)
  if (earlier === undefined || !source) {
    sources.set(name, row)
    fields[field] = value
    return
  }
  if (earlier === asStored(earlier, value)) return
  const written = contradicted.get(name) ?? format.write(earlier)
  contradicted.set(name, written)
  compare(name, written, format.write(value), source, row)
}

function gatherMetadata(
  cells: ProductCells,
  { key, name, value }: { key: string; name: string; value: string },
  row: FileRow,
): void {
  const source = cells.sources.get(name)
  if (!source) {
    cells.sources.set(name, row)
    cells.metadata.set(key, value)
    return
  }
  compare(name, cells.metadata.get(key) ?? '', value, source, row)
}

function compare(column: string, earlier: string, later: string, source: FileRow, row: FileRow): void {
  if (looksAlike(earlier, later)) return
  addIssue(
    row.productErrors,
    issue(column, 'conflicting_values', shortened(later, 200), {
      case: 'rows',
      row: source.number,
      earlier: brief(earlier),
      later: brief(later),
    }),
  )
}

/** The product's metadata after the import, sorted by key. */
export function resolveMetadata(
  stored: Record<string, string>,
  { metadata }: ProductCells,
  { columns, blankClears }: PreviewContext,
): Map<string, string> {
  if (metadata.size === 0 && Object.keys(stored).length === 0) return metadata
  const result = new Map(Object.entries(stored))
  if (blankClears && result.size > 0) for (const key of columns.metadata) result.delete(key)
  for (const [key, value] of metadata) result.set(key, asStored(stored[key], value))
  return new Map([...result].sort(([a], [b]) => compareCodePoints(a, b)))
}

const optionValueFields = ['option1Value', 'option2Value', 'option3Value'] as const
const optionNameFields = ['option1Name', 'option2Name', 'option3Name'] as const

/** Refuses an option whose predecessor has no name in the file nor, if the file lacks that column, in the catalog. */
function refuseGaps(group: Group, { fields, sources }: ProductCells, columns: Columns): void {
  optionNameFields.forEach((field, index) => {
    const source = sources.get(`option${index + 1}_name`)
    const before = optionNameFields[index - 1]
    if (!source || !before || fields[before] !== undefined) return
    if (group.rows.some((row) => row.productErrors.some(({ column }) => column === `option${index}_name`)))
      return
    const stored = group.existing?.optionNames[index - 1]
    if (stored !== undefined && !columns.product.has(before)) return
    source.productErrors.push(
      issue(`option${index + 1}_name`, 'option_gap', fields[field], {
        case: 'gap',
        number: index + 1,
        before: index,
      }),
    )
  })
}

/**
 * The option names that the product may get, best first: blank cells clear them if possible (§5), and an option that was
 * made of titles replaces no stored ones.
 */
export function optionNameCandidates(
  fields: Partial<ProductFields>,
  group: Pick<Group, 'existing' | 'parts'>,
  context: PreviewContext,
): string[][] {
  const { titleOption } = context
  const stored = group.existing?.optionNames ?? []
  const made = optionNameFields.findIndex(
    (field) => titleOption !== undefined && fields[field] === titleOption,
  )
  const field = optionNameFields[made]
  if (titleOption !== undefined && stored.length === 0 && isOtherVariant(group)) return [[titleOption]]
  if (!field || stored.length === 0 || stored.includes(titleOption ?? ''))
    return candidates(fields, group, context)
  const own = candidates({ ...fields, [field]: undefined }, group, context)
  return made === stored.length ? [...own, ...candidates(fields, group, context)] : own
}

/** Whether the only row is about another variant than the stored one. */
function isOtherVariant({ existing, parts }: Pick<Group, 'existing' | 'parts'>): boolean {
  const stored = existing?.variants[0]?.sku ?? ''
  const skus = parts.flatMap(({ isVariant, variant }) => (isVariant ? [variant.sku ?? ''] : []))
  return stored !== '' && skus.length === 1 && skus.every((sku) => sku !== '' && !looksAlike(stored, sku))
}

function candidates(
  fields: Partial<ProductFields>,
  { existing, parts }: Pick<Group, 'existing' | 'parts'>,
  { columns, blankClears, optionNames = [] }: PreviewContext,
): string[][] {
  const unnamed = existing
    ? []
    : optionNames.map((name, index) => {
        const value = optionValueFields[index]
        return value && parts.some(({ variant }) => variant[value] !== undefined) ? name : ''
      })
  const resolve = (clearing: boolean) =>
    optionNameFields.map((field, index) => {
      const isBlank = columns.product.has(field)
      const other = existing?.optionNames[index] ?? unnamed[index] ?? ''
      return fields[field] ?? (isBlank && clearing ? '' : other)
    })
  const untouched = withoutGaps(resolve(false))
  const cleared = blankClears ? withoutGaps(resolve(true)) : undefined
  if (!cleared || cleared.length === untouched?.length) return [untouched ?? upToGap(resolve(false))]
  return untouched ? [cleared, untouched] : [cleared]
}

function upToGap(names: string[]): string[] {
  return names.slice(0, names.indexOf(''))
}

/** The names up to the first empty one; undefined if a name follows it. */
function withoutGaps(names: string[]): string[] | undefined {
  const end = names.indexOf('')
  if (end === -1) return names
  return names.slice(end).every((name) => name === '') ? names.slice(0, end) : undefined
}
