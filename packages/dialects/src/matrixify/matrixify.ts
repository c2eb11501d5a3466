import { fileWarning } from '@catalog/catalog'
import type { CanonicalRow, CsvRecord, Dialect, RowIssue } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { imageList } from '../image-links.ts'
import { shopifyLegacy } from '../shopify/shopify-legacy.ts'
import { isWeightUnit, weightInGrams } from '../weight-in-grams.ts'
import { issueOf } from '../row-issues.ts'

/** Matrixify's names for columns of Shopify's own file. */
const shopifyNames = new Map([
  ['body html', 'body (html)'],
  ['metafield: title_tag', 'seo title'],
  ['metafield: description_tag', 'seo description'],
])

/** Columns that are read here: Shopify's file has grams instead, and images only. */
const ownColumns = new Set(['variant weight', 'variant weight unit', 'image type'])

/** Columns that are not read, and are no misspellings of others. */
const isOther = /metafield|^variant (?:id|position|cost|command)$/

/**
 * The files of Matrixify (once Excelify), an app for Shopify: Shopify's product CSV with columns of its own, weights with
 * a unit, and lists of images (csv-format.md §9).
 */
export const matrixify: Dialect = {
  name: 'matrixify',
  normalize: collapsedHeader,
  mustHave: {
    // Matrixify's collections have none of these.
    all: ['handle', ['variant …', 'vendor', 'type', 'tags']],
    any: [
      'body html',
      'row #',
      'top row',
      'variant command',
      'image command',
      'variant cost',
      'metafield: …',
    ],
  },
  // Its blog posts have a handle, a title and tags as well.
  never: ['attribute_set_code', 'item type', 'url handle', 'blog: handle', 'blog: title'],
  knows: (header) => ownColumns.has(header) || shopifyLegacy.knows(shopifyName(header)),
  nearest: (header) => (isOther.test(header) ? null : shopifyLegacy.nearest(header)),
  read(header, records, now) {
    const file = new HeaderColumns(header, collapsedHeader)
    const hasWeights = file.has('variant weight') && !file.has('variant grams')
    const names = header.map((name) => shopifyName(collapsedHeader(name)))
    if (hasWeights) names.push('variant grams')
    const positions = new Map(names.map((name, position) => [name, position]))
    const weighed = hasWeights ? records.map((record) => withGrams(record, file, header.length)) : records
    const lists = new ImageLists(file, positions)
    const others = weighed.filter((record) => isVideo(record, file))
    const rows = weighed.flatMap((record) => {
      if (!isVideo(record, file)) return lists.recordsOf(record)
      return isAlone(record, file) ? [] : [withoutVideo(record, positions)]
    })
    const read = shopifyLegacy.read(names, rows, now)
    const handleAt = read.columns.indexOf('handle')
    const videos = others
      .filter((record) => isAlone(record, file))
      .map((record) => {
        const cells = read.columns.map((_, position) =>
          position === handleAt ? file.cell(record, 'handle') : '',
        )
        const row: CanonicalRow = {
          row: record.row,
          cells,
          errors: record.errors ?? [],
          warnings: [noVideos],
          skipped: true,
        }
        return row
      })
    const table = { ...read, rows: [...read.rows, ...videos] }
    const isUnknown = hasWeights && records.some((record) => !hasUnit(record, file))
    return isUnknown
      ? { ...table, warnings: [fileWarning('weight_unit_unknown', { case: 'unit_column' })] }
      : table
  },
}

/** `metafield: custom.fit [type]` is `(product.metafields.custom.fit)`. */
function shopifyName(header: string): string {
  const [, name = header] = /^(metafield: \S+)(?: \[.*\])?$/.exec(header) ?? []
  const [, field] = /^metafield: ([^.]+\.[^.]+)$/.exec(name) ?? []
  return field === undefined ? (shopifyNames.get(name) ?? name) : `(product.metafields.${field})`
}

function hasUnit(record: CsvRecord, columns: HeaderColumns): boolean {
  return !/[1-9]/.test(columns.cell(record, 'variant weight')) || isWeightUnit(unitOf(record, columns))
}

function unitOf(record: CsvRecord, columns: HeaderColumns): string {
  return columns.word(record, 'variant weight unit').toLowerCase()
}

/** The record with the weight in grams as one more cell. */
function withGrams(record: CsvRecord, columns: HeaderColumns, width: number): CsvRecord {
  const weight = columns.cell(record, 'variant weight')
  const unit = unitOf(record, columns)
  const grams = isWeightUnit(unit) ? (weightInGrams(weight, unit) ?? weight) : ''
  if (grams === '' && record.cells.length < width) return record
  const cells = Array.from({ length: width }, (_, position) => record.cells[position] ?? '')
  return { ...record, cells: [...cells, grams] }
}

const noVideos: RowIssue<'row_not_imported'> = issueOf('image_url', 'row_not_imported', null, {
  case: 'video',
})

/** Whether what the record has as its image is none: a video or a model. */
function isVideo(record: CsvRecord, columns: HeaderColumns): boolean {
  return !/^(?:image)?$/i.test(columns.word(record, 'image type')) && columns.cell(record, 'image src') !== ''
}

/** Whether the record has neither a variant nor the product's cells. */
function isAlone(record: CsvRecord, columns: HeaderColumns): boolean {
  return ['top row', 'option1 value', 'variant sku', 'variant price'].every(
    (name) => columns.cell(record, name) === '',
  )
}

function withoutVideo(record: CsvRecord, positions: ReadonlyMap<string, number>): CsvRecord {
  const image = { 'image src': '', 'image alt text': '', 'image position': '' }
  return { ...withCells(record, positions, image), warnings: [...(record.warnings ?? []), noVideos] }
}

/** Cells of the records that lists of images add to a file, at most; they take as much memory as those of a file. */
const maxCells = 4_000_000

/** Makes a record of each image of a list, the first in the record itself. */
class ImageLists {
  readonly #columns: HeaderColumns
  readonly #positions: ReadonlyMap<string, number>
  /** Images that can still be added. */
  #room: number

  constructor(columns: HeaderColumns, positions: ReadonlyMap<string, number>) {
    this.#columns = columns
    this.#positions = positions
    this.#room = Math.floor(maxCells / positions.size)
  }

  recordsOf(record: CsvRecord): CsvRecord[] {
    const [first = '', ...further] = imageList(this.#columns.cell(record, 'image src'))
    if (further.length === 0) return [record]
    const label = this.#columns.cell(record, 'image alt text')
    const labels = label.split(';').map((text) => text.trim())
    // One label for each image, or one for the first.
    const labelOf = (index: number) => (labels.length === further.length + 1 ? (labels[index] ?? '') : '')
    const taken = further.slice(0, this.#room)
    this.#room -= taken.length
    const handle = this.#columns.cell(record, 'handle')
    const alone = { row: record.row, cells: [] }
    const count = further.length + 1
    const limit = taken.length + 1
    const left: RowIssue<'ignored_value'> = issueOf('image_url', 'ignored_value', null, {
      case: 'too_many_images',
      count,
      limit,
    })
    const warnings = [...(record.warnings ?? []), ...(limit < count ? [left] : [])]
    const image = { 'image src': first, 'image alt text': labelOf(0) || label }
    return [
      { ...withCells(record, this.#positions, image), warnings },
      ...taken.map((url, index) =>
        withCells(alone, this.#positions, { handle, 'image src': url, 'image alt text': labelOf(index + 1) }),
      ),
    ]
  }
}

function withCells(
  record: CsvRecord,
  positions: ReadonlyMap<string, number>,
  texts: Record<string, string>,
): CsvRecord {
  const cells = Array.from(
    { length: Math.max(record.cells.length, positions.size) },
    (_, position) => record.cells[position] ?? '',
  )
  for (const [name, text] of Object.entries(texts)) {
    const position = positions.get(name)
    if (position !== undefined) cells[position] = text
  }
  return { ...record, cells }
}
