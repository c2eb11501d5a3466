import { z } from 'zod'
import { CatalogVersion, Id, maxPageBytes, NextCursor, Timestamp } from './common.ts'
import { Outcome, RenditionName } from './images.ts'

export const maxProductsOfPage = 250

/** Of the API's `order`. `changed`: by the version that last changed them. */
export const ProductOrder = z.enum(['handle', 'changed'])

const money = z.string().meta({ description: 'Two to four decimals.', examples: ['25.00'] })

const StoredRendition = z.object({
  url: z.string().meta({
    description: 'Begins with `/` unless the installation has a public address.',
    examples: ['/api/products/images/01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d03/card'],
  }),
  width: z
    .number()
    .int()
    .nullable()
    .meta({
      description: 'In pixels; null of pictures that an earlier release has stored.',
      examples: [480],
    }),
  height: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'As the width.', examples: [360] }),
})

const CatalogVariant = z
  .object({
    sku: z.string().meta({ examples: ['SHIRT-S'] }),
    option_values: z.array(z.string()).meta({ description: 'In the order of `options`.', examples: [['S']] }),
    barcode: z.string().meta({ examples: ['4006381333931'] }),
    price: money,
    compare_at_price: money.nullable(),
    inventory_quantity: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Null: not tracked.', examples: [12] }),
    weight_grams: z
      .string()
      .nullable()
      .meta({ examples: ['180'] }),
    requires_shipping: z.boolean().meta({ examples: [true] }),
    taxable: z.boolean().meta({ examples: [true] }),
    image_id: Id.nullable().meta({ description: 'One of the product’s images, or null.' }),
  })
  .meta({ id: 'CatalogVariant', description: 'A variant, with its columns of the CSV without `variant_`.' })

const CatalogImage = z
  .object({
    image_id: Id,
    url: z.string().meta({
      description: 'Where it was fetched from.',
      examples: ['https://images.example.com/shirt.jpg'],
    }),
    alt: z.string().meta({ examples: ['A linen shirt'] }),
    position: z
      .number()
      .int()
      .meta({ description: 'From 1.', examples: [1] }),
    outcome: Outcome.nullable().meta({
      description: 'Of fetching it; null if no import has it any more.',
      examples: ['fetched'],
    }),
    renditions: z.partialRecord(RenditionName, StoredRendition).meta({
      description: 'By name. They come after the import, without another catalog version.',
    }),
  })
  .meta({ id: 'CatalogImage' })

export const CatalogProduct = z
  .object({
    handle: z.string().meta({ examples: ['shirt'] }),
    title: z.string().meta({ examples: ['Shirt'] }),
    description_html: z.string().meta({ examples: ['<p>Linen.</p>'] }),
    vendor: z.string().meta({ examples: ['Maker'] }),
    product_type: z.string().meta({ examples: ['Tops'] }),
    tags: z.array(z.string()).meta({ examples: [['linen', 'summer']] }),
    status: z.enum(['active', 'draft', 'archived']).meta({ examples: ['active'] }),
    seo_title: z.string().meta({ examples: [''] }),
    seo_description: z.string().meta({ examples: [''] }),
    options: z.array(z.string()).meta({ description: 'Their names, at most three.', examples: [['Size']] }),
    metadata: z
      .record(z.string(), z.string())
      .meta({ description: 'The custom fields, by name.', examples: [{ care: 'wash cold' }] }),
    variants: z.array(CatalogVariant),
    images: z.array(CatalogImage),
    created_at: Timestamp.meta({ examples: ['2026-11-21T02:00:00.000Z'] }),
    updated_at: Timestamp.meta({ examples: ['2026-11-21T02:00:00.000Z'] }),
    catalog_version: CatalogVersion.meta({ description: 'The version of the catalog that last changed it.' }),
  })
  .meta({ id: 'CatalogProduct', description: 'A product, with its columns of the CSV under their names.' })

export const CatalogProductPage = z
  .object({
    catalog_version: CatalogVersion.meta({ description: 'The version of the catalog that the page is of.' }),
    products: z.array(CatalogProduct).meta({
      description: `At most \`limit\`; fewer, even none, where they have ${maxPageBytes / 1e6} MB or few match: only \`next_cursor\` says whether there are more.`,
    }),
    next_cursor: NextCursor.meta({ description: 'Null on the last page.' }),
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
