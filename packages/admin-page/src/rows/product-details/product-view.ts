import type { DraftRow, FieldChange, RowPicture } from '@catalog/contracts'
import { fieldRank } from '../../messages/known-codes.ts'

/** The contents of an open product, each shown once. */
export interface ProductView {
  /** Changes of the product itself. */
  changes: readonly FieldChange[]
  images: readonly ImageView[]
  /** The rows of the file, except those that are shown as an image; a row with several variants has a line for each. */
  lines: readonly Line[]
  /** Names of the options; null if the API does not have it. */
  options: readonly (string | null)[]
  /** Columns with a change in some line. */
  columns: readonly string[]
  /** Values that all lines, all of them new, have in common. */
  common: readonly FieldChange[]
}

export interface ImageView {
  key: string
  row: DraftRow
  /** Its row is shown here, because it is about nothing else. */
  isHome: boolean
  changes: readonly FieldChange[]
  /** The stored picture of it, or of the image that it replaces. */
  picture: RowPicture | null
}

export interface Line {
  key: string
  row: DraftRow
  /** Describes the row; further lines of the same row do not. */
  isFirst: boolean
  sku: Cell
  options: readonly Cell[]
  /** By column. */
  changes: ReadonlyMap<string, FieldChange>
}

/** A text that identifies the variant, or its change. */
export type Cell = string | FieldChange

export function viewProduct(rows: readonly DraftRow[]): ProductView {
  const images = rows.flatMap(imagesOf)
  const homes = new Set(images.filter(({ isHome }) => isHome).map(({ row }) => row.row))
  const lines = rows.filter(({ row }) => !homes.has(row)).flatMap(linesOf)
  const ofProduct = rows.flatMap((row) => row.changes.filter(({ entity }) => entity === 'product'))
  const options = optionNames(lines, ofProduct)
  // The names of new options are shown with their values.
  const shownElsewhere = new Set(options.map((_, index) => `option${index + 1}_name`))
  const columns = columnsOf(lines)
  const common = columns.flatMap((column) => commonChange(lines, column) ?? [])
  const isCommon = new Set(common.map(({ field }) => field))
  return {
    changes: ofProduct.filter(({ field, before }) => before !== null || !shownElsewhere.has(field)),
    images,
    lines,
    options,
    columns: columns.filter((column) => !isCommon.has(column)),
    common,
  }
}

/** The images that a row changes, one by one. */
function imagesOf(row: DraftRow): ImageView[] {
  const ofImages = row.changes.filter(({ entity }) => entity === 'image')
  if (ofImages.length === 0) return []
  const isHome =
    row.variants === undefined && row.changes.length === ofImages.length && row.errors.length === 0
  const groups = splitWhereRepeated(ofImages)
  const pictures = new Map(row.pictures?.map((picture) => [picture.url, picture]))
  const shownByVariants = new Set(
    row.changes.flatMap(({ field, before, after }) => (field === 'variant_image_url' ? [before, after] : [])),
  )
  const others = row.pictures?.filter(({ url }) => !shownByVariants.has(url)) ?? []
  return groups.map((changes, index) => {
    const address = changes.find(({ field }) => field === 'image_url')
    const ofAddress = pictures.get(address?.before ?? '')
    const only = groups.length === 1 && !address ? (others[0] ?? row.pictures?.[0]) : undefined
    return { key: `${row.row} ${index}`, row, isHome, changes, picture: ofAddress ?? only ?? null }
  })
}

/** Splits changes so that each list has each column once. */
function splitWhereRepeated(changes: readonly FieldChange[]): FieldChange[][] {
  const groups: FieldChange[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (!last || last.some(({ field }) => field === change.field)) groups.push([change])
    else last.push(change)
  }
  return groups
}

const unnamed = () => ({ sku: null, options: [] })

function linesOf(row: DraftRow): Line[] {
  const ofVariants = row.changes.filter(({ entity }) => entity === 'variant')
  const byVariant: ReadonlyMap<number, readonly FieldChange[]> = row.variants
    ? Map.groupBy(ofVariants, ({ variant = 0 }) => variant)
    : new Map(splitWhereRepeated(ofVariants).entries())
  const known = row.variants ?? Array.from({ length: Math.max(1, byVariant.size) }, unnamed)
  const isOne = known.length === 1
  // Of several variants, those that change; if none changes, the row has one line all the same.
  const shown = isOne || byVariant.size === 0 ? known.slice(0, 1) : known
  const all = shown.map((variant, index) => ({ variant, index, changes: byVariant.get(index) ?? [] }))
  const changed = all.length === 1 ? all : all.filter(({ changes }) => changes.length > 0)
  return changed.map(({ variant, index, changes: own }, at) => {
    const changes = new Map(own.map((change) => [change.field, change]))
    const cellOf = (column: string, text: string): Cell => {
      const change = changes.get(column)
      changes.delete(column)
      if (!change) return text
      return change.before === null ? (change.after ?? '') : change
    }
    const count = Math.max(variant.options.length, ...own.map(({ field }) => optionNumber(field)))
    return {
      key: `${row.row} ${index}`,
      row,
      isFirst: at === 0,
      sku: cellOf('variant_sku', variant.sku ?? (isOne ? row.sku : null) ?? ''),
      options: Array.from({ length: count }, (_, option) =>
        cellOf(`option${option + 1}_value`, variant.options[option]?.value ?? ''),
      ),
      changes,
    }
  })
}

/** 0 if the column is not an option's value. */
function optionNumber(field: string): number {
  return Number(/^option(\d)_value$/.exec(field)?.[1] ?? 0)
}

function optionNames(lines: readonly Line[], changes: readonly FieldChange[]): readonly (string | null)[] {
  const count = lines.reduce((most, { options }) => Math.max(most, options.length), 0)
  const named = lines.map(({ row }) => row.variants?.[0]?.options ?? [])
  return Array.from({ length: count }, (_, index) => {
    const change = changes.find(({ field }) => field === `option${index + 1}_name`)
    const name = named.find((options) => options[index] !== undefined)?.[index]?.name
    return change?.after ?? name ?? null
  })
}

/** In the order of the file's columns. */
function columnsOf(lines: readonly Line[]): string[] {
  const columns = new Set(lines.flatMap(({ changes }) => [...changes.keys()]))
  return [...columns].sort((one, other) => fieldRank(one) - fieldRank(other))
}

/** Never for prices: people look for those in each line. */
function commonChange(lines: readonly Line[], column: string): FieldChange | undefined {
  const first = lines[0]?.changes.get(column)
  if (!first || first.before !== null || lines.length < 2 || column === 'variant_price') return undefined
  const isSame = lines.every(({ changes }) => {
    const change = changes.get(column)
    return change?.before === null && change.after === first.after
  })
  return isSame ? first : undefined
}
