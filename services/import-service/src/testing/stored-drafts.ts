import { v7 as newId } from 'uuid'
import type { DraftRow, RowKind } from '@catalog/contracts'
import { compress } from '../drafts/compression.ts'
import type { Context } from '../context.ts'
import { saveDraft } from '../drafts/drafts.sql.ts'
import type { DraftKey } from '../drafts/drafts.sql.ts'
import { encodePlan } from '../drafts/plan-codec.ts'
import { toBlocks } from '../drafts/row-blocks.ts'
import { insertRows } from '../drafts/rows.sql.ts'
import type { ImportPlan, PlannedImage, PlannedProduct, PlannedVariant } from '../catalog/plan.ts'

export function plannedProduct(fields: Partial<PlannedProduct> = {}): PlannedProduct {
  const productId = fields.productId ?? newId()
  return {
    productId,
    handle: `product-${productId}`,
    title: 'A product',
    descriptionHtml: '<p>soft, "round" \\ and\ntwo lines</p>',
    vendor: 'Vendor',
    productType: '',
    tags: ['a "b"', 'c\\d', 'é'],
    status: 'active',
    seoTitle: '',
    seoDescription: '',
    option1Name: 'Size',
    option2Name: null,
    option3Name: null,
    metadata: { care: 'wash "cold"' },
    row: 2,
    ...fields,
  }
}

export function plannedVariant(productId: string, fields: Partial<PlannedVariant> = {}): PlannedVariant {
  return {
    variantId: newId(),
    productId,
    position: 1,
    option1Value: 'M',
    option2Value: null,
    option3Value: null,
    sku: '',
    barcode: '007',
    price: '25.00',
    compareAtPrice: null,
    inventoryQuantity: null,
    weightGrams: '1.5',
    requiresShipping: true,
    taxable: false,
    imageId: null,
    imageUrl: null,
    row: 2,
    ...fields,
  }
}

export function plannedImage(productId: string, fields: Partial<PlannedImage> = {}): PlannedImage {
  const imageId = fields.imageId ?? newId()
  const url = `https://images.example/${imageId}.jpg`
  return { imageId, productId, url, normalizedUrl: url, position: 1, alt: '', row: 2, ...fields }
}

/** A plan with only the given parts. */
export function planOf(parts: {
  touched?: ImportPlan['touched']
  seen?: ImportPlan['seen']
  products?: Partial<ImportPlan['products']>
  variants?: Partial<ImportPlan['variants']>
  images?: Partial<ImportPlan['images']>
}): ImportPlan {
  return {
    touched: parts.touched ?? [],
    seen: parts.seen ?? [],
    products: { adds: [], updates: [], ...parts.products },
    variants: { adds: [], updates: [], ...parts.variants },
    images: { adds: [], updates: [], ...parts.images },
  }
}

/** A plan that adds products, each with one variant and optionally images. */
export function planOfNew(count: number, { images = 0 }: { images?: number } = {}): ImportPlan {
  const products = Array.from({ length: count }, () => plannedProduct())
  return planOf({
    products: { adds: products },
    variants: {
      adds: products.map(({ productId }) => plannedVariant(productId, { sku: `sku-${productId}` })),
    },
    images: {
      adds: products.flatMap(({ productId }) =>
        Array.from({ length: images }, (_, index) => plannedImage(productId, { position: index + 1 })),
      ),
    },
  })
}

/** Stores a draft as an upload would, with this plan and these rows, or one row of each given kind. */
export async function storeDraft(
  { database, now }: Context,
  storefrontId: string,
  plan: ImportPlan,
  given: (RowKind | DraftRow)[] = plan.products.adds.map(() => 'add'),
): Promise<DraftKey> {
  const key = { storefrontId, draftId: newId() }
  const rows = given.map((row, index) => (typeof row === 'string' ? toRow(row, index) : row))
  const countOf = (kind: RowKind) => rows.filter((row) => row.kind === kind).length
  const head = {
    ...key,
    dialect: 'canonical' as const,
    delimiter: ',' as const,
    encoding: 'utf-8' as const,
    mapping: null,
    rowCount: rows.length,
    productCount: rows.length,
    adds: countOf('add'),
    updates: countOf('update'),
    unchanged: countOf('unchanged'),
    errors: countOf('error'),
    clears: 0,
    warnings: [],
    unknownColumns: [],
    unknownColumnsCount: 0,
    fileName: null,
    createdBy: null,
    undoes: null,
    createdAt: now(),
    expiresAt: new Date(now().getTime() + 60 * 60_000),
  }
  const file = await compress(Buffer.from('handle,title\n'))
  const blobs = { file, plan: await encodePlan(plan), errorsCsv: await compress(Buffer.from('handle\n')) }
  const blocks = toBlocks(rows)
  await database.transaction(async (transaction) => {
    await saveDraft(transaction, head, blobs)
    await insertRows(transaction, key, blocks)
  })
  return key
}

export function toRow(kind: RowKind, index: number): DraftRow {
  return {
    row: index + 2,
    kind,
    handle: `handle-${index}`,
    sku: null,
    title: 'tab\there, a "quote", a back\\slash and\ntwo lines',
    entities: [],
    changes: [],
    errors: [],
    warnings: [],
  }
}

/** The key as a handler's input. */
export function inputOf({ storefrontId, draftId }: DraftKey): { storefront_id: string; draft_id: string } {
  return { storefront_id: storefrontId, draft_id: draftId }
}
