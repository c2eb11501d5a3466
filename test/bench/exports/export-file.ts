import { maxRows } from '@catalog/contracts'
import { writeCsv } from '@catalog/catalog'
import { shopProduct } from './shop-products.ts'
import type { ShopProduct } from './shop-products.ts'

/** Just below the limit of 10 MB. */
const wantedBytes = 9.8 * 1024 * 1024

/**
 * An export at both limits: as many whole products as 5,000 rows allow, with descriptions so long that the file has
 * almost 10 MB. `rowsOf` returns a product's rows by these names.
 */
export function exportFile(
  names: string[],
  { variants, rowsEach }: { variants: number; rowsEach: number },
  rowsOf: (product: ShopProduct) => Record<string, string>[],
): Buffer {
  const count = Math.floor(maxRows / rowsEach)
  const write = (descriptionLength: number) => {
    const products = Array.from({ length: count }, (_, n) =>
      shopProduct(n + 1, { variants, descriptionLength }),
    )
    const rows = products.flatMap((product) =>
      rowsOf(product).map((row) => names.map((name) => row[name] ?? '')),
    )
    return Buffer.from(writeCsv([names, ...rows]))
  }
  const [short, longer] = [500, 1_000]
  const base = write(short).length
  const perCharacter = (write(longer).length - base) / (longer - short)
  return write(short + Math.floor((wantedBytes - base) / perCharacter))
}
