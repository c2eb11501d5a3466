import { canonicalColumnNames, metadataKey } from '@catalog/catalog'
import type { Dialect } from './dialect.ts'
import { nearestName } from './nearest-name.ts'
import { recordRows } from './record-rows.ts'

const names = new Set<string>(canonicalColumnNames)

/** The format that exports are written in (csv-format.md §2). */
export const canonical: Dialect = {
  name: 'canonical',
  normalize,
  mustHave: {
    all: [['handle', 'variant_sku']],
    any: [...canonicalColumnNames.filter((name) => name !== 'handle'), 'metadata.…'],
  },
  never: ['body_(html)'],
  knows: (header) => names.has(header) || metadataKey(header) !== undefined,
  nearest: (header) => nearestName(header, canonicalColumnNames),
  read(header, records) {
    const columns = header.map((name) => {
      const column = normalize(name)
      return names.has(column) || metadataKey(column) !== undefined ? column : null
    })
    return { columns, rows: recordRows(header, records), canonical: true }
  },
}

/** `Variant SKU`, `variant-sku` and `variant_sku` are the same name; a metadata key keeps its own `_` and `-`. */
function normalize(header: string): string {
  const name = header.trim().toLowerCase()
  const metadata = /^metadata\s*\./.exec(name)
  return metadata
    ? `metadata.${name.slice(metadata[0].length).trimStart()}`
    : name.replaceAll(/[\s_-]+/g, '_')
}
