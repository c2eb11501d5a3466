import { changeGroups } from '@catalog/catalog/change-groups'
import { z } from 'zod'
import { Id, pageOf, PageRequest } from './common.ts'
import { RiskCode, Tally } from './drafts.ts'
import { RenditionName } from './images.ts'

export const ChangeGroup = z.enum(changeGroups)
export const ProductKind = Tally.shape.products.keyof()
export const ProductSort = z.enum(['file', 'price', 'stock', 'title'])

/** Which products of a draft or run are listed: of each of these, one of its values, if there are any. */
export const ProductQuery = z.object({
  kind: z.array(ProductKind).default([]),
  change: z.array(ChangeGroup).default([]),
  risk: z.array(RiskCode).default([]),
  /** Of a row's error or warning, `code` or `code:case`. */
  cause: z.array(z.string()).default([]),
  q: z.string().min(1).max(255).nullable().default(null),
  sort: ProductSort.default('file'),
  ...PageRequest.shape,
})

const Prices = z.object({ min: z.string(), max: z.string() })

/** A product of a draft or run. */
export const DraftProduct = z
  .object({
    handle: z.string(),
    title: beforeAndAfter(z.string()),
    kind: ProductKind,
    picture: z
      .union([
        z.object({ image_id: Id, renditions: z.partialRecord(RenditionName, z.string()) }),
        z.object({ url: z.string() }),
      ])
      .nullable(),
    rows: z.array(z.number().int()),
    variants: z.object({ total: z.number().int(), changed: z.number().int(), new: z.number().int() }),
    price: beforeAndAfter(Prices).nullable(),
    stock: beforeAndAfter(z.number().int()).nullable(),
    status: beforeAndAfter(z.string()).nullable(),
    changes: z.array(z.object({ group: ChangeGroup, fields: z.array(z.string()) })),
    risks: z.array(RiskCode),
    errors: z.number().int(),
    warnings: z.number().int(),
  })
  .meta({
    id: 'DraftProduct',
    description:
      'A product as it is and as it will be; `before` is null of one that is new, `after` of one that is not created, except for its title in the file.',
    examples: [
      {
        handle: 'mug',
        title: { before: 'Mug', after: 'Large mug' },
        kind: 'changed',
        picture: { url: 'https://images.example.com/mug.jpg' },
        rows: [2, 3],
        variants: { total: 3, changed: 1, new: 1 },
        price: { before: { min: '8.00', max: '9.00' }, after: { min: '4.00', max: '9.00' } },
        stock: { before: 12, after: 20 },
        status: { before: 'active', after: 'active' },
        changes: [
          { group: 'price', fields: ['variant_price'] },
          { group: 'title', fields: ['title'] },
          { group: 'options', fields: ['option1_value'] },
        ],
        risks: ['price_falls', 'title_changes'],
        errors: 0,
        warnings: 1,
      },
    ],
  })

export const DraftProductPage = pageOf('DraftProductPage', {
  products: z.array(DraftProduct),
  total: z.number().int(),
})

function beforeAndAfter<Value extends z.ZodType>(value: Value) {
  return z.object({ before: value.nullable(), after: value.nullable() })
}

export type ProductKind = z.infer<typeof ProductKind>
export type ProductQuery = z.output<typeof ProductQuery>
export type DraftProduct = z.infer<typeof DraftProduct>
export type DraftProductPage = z.infer<typeof DraftProductPage>
