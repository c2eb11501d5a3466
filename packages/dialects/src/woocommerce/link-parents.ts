import { brief } from '@catalog/catalog'
import type { ParametersOf } from '@catalog/catalog'
import type { WooRow } from './rows.ts'
import { issueOf } from '../row-issues.ts'

/**
 * Links each variation to the variable product that its `Parent` names, anywhere in the file, in another spelling if no
 * product has exactly this SKU.
 */
export function linkParents(rows: WooRow[]): void {
  const products = rows.filter(({ type }) => type !== 'variation')
  const bySku = Map.groupBy(products, ({ sku }) => sku)
  let byLooseSku: Map<string, WooRow[]> | undefined
  const looselyNamed = (sku: string) => {
    byLooseSku ??= Map.groupBy(products, (product) => looseSku(product.sku))
    return byLooseSku.get(looseSku(sku)) ?? []
  }
  const byId = Map.groupBy(products, ({ id }) => id)
  const byName = Map.groupBy(
    products.filter(({ type, name }) => type === 'variable' && name !== ''),
    ({ name }) => name,
  )
  const variationSkus = new Set<string>()
  for (const { type, sku } of rows) if (type === 'variation' && sku !== '') variationSkus.add(sku)
  for (const row of rows) {
    if (row.type !== 'variation') continue
    const named = row.cell('parent')
    const id = /^id:\s*(\d+)$/i.exec(named)?.[1]
    const exact = (id === undefined ? bySku : byId).get(id ?? named)
    const found = exact ?? looselyNamed(named)
    const [parent] = found
    if (named !== '' && found.length === 1 && parent?.type === 'variable') {
      row.parent = parent
      row.needs = [parent.row]
      parent.variations.push(row)
      if (!exact) warnOfSpelling(row, named, parent)
      continue
    }
    row.isOrphan = named !== '' && found.length === 0 && !variationSkus.has(named)
    // The products that the sentence or the variation's name mentions: one of them may have to be corrected.
    row.needs = (found.length > 0 && named !== '' ? found : namedProducts(row, byName))
      .slice(0, 2)
      .map((product) => product.row)
    row.errors.push(
      issueOf(null, 'parent_not_found', named || null, reasonAgainst(named, found, variationSkus.has(named))),
    )
  }
}

/** Shops compare SKUs without regard to case. */
function looseSku(sku: string): string {
  return sku.toLowerCase().replaceAll(/\s+/g, '')
}

function warnOfSpelling({ warnings }: WooRow, named: string, { row, sku }: WooRow): void {
  warnings.push(issueOf('Parent', 'sku_spelling', named, { case: 'row', row, sku: brief(sku) }))
}

/** The values of a variation have fewer. */
const maxDashes = 10

/** WooCommerce names a variation after its product, as in `Harbour Tee - S, Red`. */
function namedProducts({ name }: WooRow, byName: Map<string, WooRow[]>): WooRow[] {
  let end = name.length
  for (let dashes = 0; dashes <= maxDashes && end > 0; dashes++) {
    const found = byName.get(name.slice(0, end))
    if (found) return found
    end = name.lastIndexOf(' - ', end - 1)
  }
  return []
}

function reasonAgainst(
  named: string,
  [parent, other]: WooRow[],
  isVariation: boolean,
): ParametersOf<'parent_not_found'> {
  if (named === '') return { case: 'unnamed' }
  if (parent && other) return { case: 'ambiguous', rows: `${parent.row}, ${other.row}` }
  if (parent) return { case: 'not_variable', row: parent.row }
  return { case: isVariation ? 'variation' : 'not_in_file' }
}
