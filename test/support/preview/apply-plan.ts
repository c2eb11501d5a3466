import { normalizeImageUrl, productFields, variantFields } from '@catalog/catalog'
import type { Product, StoredProduct, StoredVariant } from '@catalog/catalog'
import type { CanonicalTable } from '@catalog/dialects'
import { previewTable, toPlannedProduct, toPlannedVariant } from '@catalog/preview'
import type {
  CatalogSlice,
  ImportPlan,
  PlannedImage,
  PlannedProduct,
  PlannedVariant,
  Preview,
  PreviewOptions,
} from '@catalog/preview'

/** A catalog in memory, to which plans are applied like to the tables, including unique keys. */
export interface MemoryCatalog {
  products: Map<string, PlannedProduct & { version: number }>
  variants: Map<string, PlannedVariant>
  images: Map<string, PlannedImage>
}

export function emptyCatalog(): MemoryCatalog {
  return { products: new Map(), variants: new Map(), images: new Map() }
}

/** A catalog of these products, as an earlier release may have stored them. */
export function catalogOf(products: Product[]): MemoryCatalog {
  const catalog = emptyCatalog()
  let count = 0
  const newId = () => `id ${++count}`
  for (const { variants, images, ...product } of products) {
    const productId = newId()
    const place = { productId, row: 2 }
    const fields = productFields({ ...product, variants, images })
    catalog.products.set(productId, {
      ...toPlannedProduct({ ...place, handle: product.handle }, fields, product.metadata),
      version: 1,
    })
    const imageIds = new Map(images.map(({ url }) => [url, newId()]))
    for (const [index, image] of images.entries()) {
      const imageId = imageIds.get(image.url) ?? ''
      const normalizedUrl = normalizeImageUrl(image.url) ?? image.url
      catalog.images.set(imageId, { ...place, ...image, imageId, normalizedUrl, position: index + 1 })
    }
    for (const [index, variant] of variants.entries()) {
      const variantId = newId()
      const imageId = imageIds.get(variant.imageUrl ?? '') ?? null
      catalog.variants.set(
        variantId,
        toPlannedVariant({ ...place, variantId, position: index + 1 }, variantFields(variant), imageId),
      )
    }
  }
  return catalog
}

/** The preview of a file's table. */
export function previewAgainst(
  catalog: MemoryCatalog,
  table: CanonicalTable,
  options?: PreviewOptions,
): Preview {
  return previewTable(table, toSlice(catalog), options)
}

/** Throws if a row is missing, exists twice, or violates a unique key. */
export function applyPlan(catalog: MemoryCatalog, plan: ImportPlan): void {
  for (const { productId, version } of plan.touched) {
    const product = catalog.products.get(productId)
    if (product?.version !== version) throw new Error('the plan touches another version')
    product.version++
  }
  const touched = new Set(plan.touched.map(({ productId }) => productId))
  const added = new Set(plan.products.adds.map(({ productId }) => productId))
  for (const product of plan.products.adds)
    insert(catalog.products, product.productId, { ...product, version: 1 })
  for (const product of plan.products.updates) {
    const version = catalog.products.get(product.productId)?.version ?? 0
    replace(catalog.products, product.productId, { ...product, version })
  }
  for (const image of plan.images.updates) replace(catalog.images, image.imageId, image)
  for (const image of plan.images.adds) insert(catalog.images, image.imageId, image)
  for (const variant of plan.variants.updates) {
    replace(catalog.variants, variant.variantId, variant)
    refuseRepeats([...catalog.variants.values()].map(({ sku }) => sku).filter(Boolean), 'sku')
  }
  for (const variant of plan.variants.adds) insert(catalog.variants, variant.variantId, variant)

  const written = [
    ...plan.products.updates,
    ...plan.images.adds,
    ...plan.images.updates,
    ...plan.variants.adds,
    ...plan.variants.updates,
  ]
  for (const { productId } of written) {
    if (!touched.has(productId) && !added.has(productId)) throw new Error('a change without its product')
  }
  refuseRepeats(
    [...catalog.products.values()].map(({ handle }) => handle),
    'handle',
  )
  refuseRepeats([...catalog.variants.values()].map(({ sku }) => sku).filter(Boolean), 'sku')
  refuseRepeats(
    [...catalog.images.values()].map(({ productId, normalizedUrl }) => `${productId} ${normalizedUrl}`),
    'image',
  )
  for (const { productId, imageId } of catalog.variants.values()) {
    if (imageId !== null && catalog.images.get(imageId)?.productId !== productId) {
      throw new Error('a variant with an image of another product')
    }
  }
}

/** The whole catalog in the form that previews need. */
export function toSlice(catalog: MemoryCatalog): CatalogSlice {
  const products = new Map<string, StoredProduct>()
  const skuOwners: CatalogSlice['skuOwners'] = new Map()
  const titleOwners: CatalogSlice['titleOwners'] = new Map()
  for (const product of catalog.products.values()) {
    products.set(product.handle, toStored(catalog, product))
    titleOwners.set(product.title, { handle: product.handle })
  }
  for (const { sku, productId } of catalog.variants.values()) {
    if (sku) skuOwners.set(sku, { productId, handle: catalog.products.get(productId)?.handle ?? '' })
  }
  return { products, skuOwners, titleOwners }
}

/** The catalog in the form that an export needs: without ids, by handle. */
export function toProducts(catalog: MemoryCatalog): Product[] {
  return [...toSlice(catalog).products.values()]
    .sort((a, b) => (a.handle < b.handle ? -1 : 1))
    .map(({ productId: _id, version: _version, stockVersion: _stock, variants, images, ...product }) =>
      Object.assign(product, {
        variants: variants.map(({ variantId: _variantId, position: _position, ...variant }) => variant),
        images: images.map(({ imageId: _imageId, position: _position, ...image }) => image),
      }),
    )
}

function toStored(catalog: MemoryCatalog, planned: PlannedProduct & { version: number }): StoredProduct {
  const { option1Name, option2Name, option3Name, row: _row, before: _before, rows: _rows, ...rest } = planned
  const { metadataBefore: _metadataBefore, ...product } = rest
  const mine = ({ productId }: { productId: string }) => productId === product.productId
  return {
    ...product,
    stockVersion: 0,
    optionNames: filled([option1Name, option2Name, option3Name]),
    variants: [...catalog.variants.values()]
      .filter(mine)
      .sort(byPosition)
      .map((variant) => toStoredVariant(catalog, variant)),
    images: [...catalog.images.values()]
      .filter(mine)
      .sort(byPosition)
      .map(({ imageId, position, url, alt }) => ({ imageId, position, url, alt })),
  }
}

function toStoredVariant(catalog: MemoryCatalog, planned: PlannedVariant): StoredVariant {
  const { option1Value, option2Value, option3Value, imageId, productId: _productId, ...rest } = planned
  const { row: _row, before: _before, ...variant } = rest
  return {
    ...variant,
    optionValues: filled([option1Value, option2Value, option3Value]),
    imageUrl: imageId === null ? null : (catalog.images.get(imageId)?.url ?? null),
  }
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position
}

function filled(values: (string | null)[]): string[] {
  return values.filter((value) => value !== null)
}

function insert<Row>(rows: Map<string, Row>, id: string, row: Row): void {
  if (rows.has(id)) throw new Error('the id is there already')
  rows.set(id, row)
}

function replace<Row>(rows: Map<string, Row>, id: string, row: Row): void {
  if (!rows.has(id)) throw new Error('nothing to update')
  rows.set(id, row)
}

function refuseRepeats(values: string[], what: string): void {
  if (new Set(values).size !== values.length) throw new Error(`a ${what} twice`)
}
