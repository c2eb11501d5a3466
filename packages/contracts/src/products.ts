import { z } from 'zod'
import { CatalogVersion, Id, maxPageBytes, NextCursor, Timestamp } from './common.ts'
import { Outcome, RenditionName } from './images.ts'

export const maxProductsOfPage = 250

/** Of the API's `order`. `changed`: by the version that last changed them. */
export const ProductOrder = z.enum(['handle', 'changed'])

const money = z.string()

const StoredRendition = z.object({
  url: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})

const CatalogVariant = z
  .object({
    sku: z.string(),
    option_values: z.array(z.string()),
    barcode: z.string(),
    price: money,
    compare_at_price: money.nullable(),
    inventory_quantity: z.number().int().nullable(),
    weight_grams: z.string().nullable(),
    requires_shipping: z.boolean(),
    taxable: z.boolean(),
    image_id: Id.nullable(),
  })
  .meta({ id: 'CatalogVariant', description: 'A variant, with its columns of the CSV without `variant_`.' })

const CatalogImage = z
  .object({
    image_id: Id,
    url: z.string(),
    alt: z.string(),
    position: z.number().int(),
    outcome: Outcome.nullable(),
    renditions: z.partialRecord(RenditionName, StoredRendition),
  })
  .meta({ id: 'CatalogImage' })

export const CatalogProduct = z
  .object({
    handle: z.string(),
    title: z.string(),
    description_html: z.string(),
    vendor: z.string(),
    product_type: z.string(),
    tags: z.array(z.string()),
    status: z.enum(['active', 'draft', 'archived']),
    seo_title: z.string(),
    seo_description: z.string(),
    options: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    variants: z.array(CatalogVariant),
    images: z.array(CatalogImage),
    created_at: Timestamp,
    updated_at: Timestamp,
    catalog_version: CatalogVersion,
  })
  .meta({ id: 'CatalogProduct', description: 'A product, with its columns of the CSV under their names.' })

export const CatalogProductPage = z
  .object({
    catalog_version: CatalogVersion,
    products: z.array(CatalogProduct).meta({
      description: `At most \`limit\`; fewer, even none, where they have ${maxPageBytes / 1e6} MB or few match: only \`next_cursor\` says whether there are more.`,
    }),
    next_cursor: NextCursor,
  })
  .meta({ id: 'CatalogProductPage' })

export type CatalogProduct = z.infer<typeof CatalogProduct>
export type CatalogProductPage = z.infer<typeof CatalogProductPage>

/** An address of a rendition: the gateway's form of it, with the names in braces filled in. */
export function fillRenditionUrl(
  form: string,
  values: { storefront_id: string; image_id: string; rendition: RenditionName; version: string },
): string {
  return Object.entries(values).reduce((url, [name, value]) => url.replace(`{${name}}`, value), form)
}
