import { describe, expect, test } from '@jest/globals'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'
import {
  applyPlan,
  catalogOf,
  emptyCatalog,
  previewAgainst,
  toProducts,
} from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { previewOf, shop } from '../../../test/support/preview/shop.ts'

const removed = 'control_character_removed'

describe('a text that nobody can tell from a stored one', () => {
  test.each([
    [
      'a SKU with an invisible character',
      { handle: 'mug', variant_sku: 'MU\u200BG', variant_price: '5' },
      [removed],
    ],
    ['the same without a handle', { handle: '', variant_sku: 'MU\u200BG', variant_price: '5' }, [removed]],
    ['a handle', { handle: 'mu\u00ADg', variant_price: '5' }, [removed]],
    ['a number', { handle: 'mug', variant_price: '5.00\u200E' }, [removed]],
    ['an option value', { handle: 'shirt', option1_value: 'M\u200B', variant_sku: '002' }, [removed]],
    ['an option name', { handle: 'shirt', option1_name: 'Si\u2060ze', option1_value: 'M' }, [removed]],
    ['a title', { handle: 'mug', title: '\u200BMug' }, [removed]],
    ['a title with a break inside', { handle: 'mug', title: 'Mu\u00ADg' }, []],
  ])('is that: %s', async (_name, row, warnings) => {
    const { rows } = await previewOf([row], await shop())
    expect(rows[0]?.changes).toEqual([])
    expect(rows[0]).toMatchObject({ kind: 'unchanged', errors: [] })
    expect(rows[0]?.warnings.map(({ code }) => code)).toEqual(warnings)
  })

  test('is never a second key beside it', async () => {
    const { rows } = await previewOf(
      [
        { handle: 'cap', title: 'Cap', variant_sku: 'C-1', variant_price: '5' },
        { handle: 'hat', title: 'Hat', variant_sku: 'C\u200B-1', variant_price: '5' },
      ],
      emptyCatalog(),
    )
    expect(rows.map(({ errors }) => errors[0]?.code)).toEqual(['duplicate_sku', 'duplicate_sku'])
  })

  test('where the catalog has two, each is found by its own spelling, and neither is guessed', async () => {
    const variants = ['A-1', 'A\u200B-1', 'A\u2060-1'].map((sku, index) =>
      makeVariant({ sku, optionValues: [`${index}`] }),
    )
    const catalog = catalogOf([makeProduct({ handle: 'mug', optionNames: ['Size'], variants })])
    const rows = variants.map(({ sku }) => ({ handle: 'mug', variant_sku: sku, variant_price: '99' }))
    const { rows: previewed } = await previewOf(rows, catalog)
    expect(previewed.map(({ kind, sku }) => [kind, sku])).toEqual(variants.map(({ sku }) => ['update', sku]))
  })
})

test('what is new is stored composed, without invisible characters', async () => {
  const catalog = emptyCatalog()
  const { plan } = await previewOf(
    [
      {
        handle: 'gro\u0308ße',
        title: 'Gro\u0308ße\u200B',
        tags: 'Gru\u0308n\u200B, Rot',
        option1_name: 'Gro\u0308ße\u200B',
        option1_value: 'M\u200B',
        variant_sku: 'GR\u200BO\u0308-1',
        variant_price: '5',
        image_url: 'https://a.example/\u200B1.jpg',
      },
    ],
    catalog,
  )
  applyPlan(catalog, plan)
  expect(toProducts(catalog)).toMatchObject([
    {
      handle: 'größe',
      title: 'Größe',
      tags: ['Grün', 'Rot'],
      optionNames: ['Größe'],
      variants: [{ sku: 'GRÖ-1', optionValues: ['M'] }],
      images: [{ url: 'https://a.example/1.jpg' }],
    },
  ])
})

test.each([
  ['a handle\u200B', 'handle\u200B,title,variant_price\nmug,Mug,5\n', 'canonical'],
  [
    'a German header of a Mac',
    'Typ,Artikelnummer,Name,Veröffentlicht,Regulärer Preis\nsimple,T-1,Tasse,1,50\n'.normalize('NFD'),
    'woocommerce',
  ],
  [
    'words and keys of a variation',
    'Type,SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s)\nvariable\u200B,S\u200B,Shirt,,,Size,"S, M"\nvariation,S-1,,S,5,Size\u200B,S\n',
    'woocommerce',
  ],
])('is read without invisible characters: %s', async (_name, text, dialect) => {
  const file = await fileOf(text)
  expect(file.dialect).toBe(dialect)
  const { counts, rows } = previewAgainst(emptyCatalog(), file.table)
  expect(rows.flatMap(({ errors }) => errors)).toEqual([])
  expect(counts.adds).toBe(rows.length)
})
