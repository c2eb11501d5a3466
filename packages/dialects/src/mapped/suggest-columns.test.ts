import { canonicalColumnNames } from '@catalog/catalog'
import { anyCharacter } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { suggestColumns } from './suggest-columns.ts'
import headers from './testing/real-headers.json' with { type: 'json' }
import { meanings } from './words/words.ts'
import costNames from './testing/cost-names.json' with { type: 'json' }

const suggestionsOf = (...names: string[]) => suggestColumns(names.map((name) => ({ name, cells: [] })))
const suggestionOf = (name: string, cells: string[]) => suggestColumns([{ name, cells }])[0]

/**
 * Headers of small shops, suppliers, feeds and tills from public repositories, none of a format that we read. The target
 * of each column was judged by hand before any suggestion was made; `-` means that the catalog has no field for it, as
 * for a purchase or net price, a tax, a weight without a unit, or a status.
 */
const realHeaders = Object.entries(headers).map(([of, line]) => ({
  of,
  columns: line.split('|').map((column): [name: string, target: string] => {
    const [name = '', target = ''] = column.split('=')
    return [name, target]
  }),
}))

/** Suggestions that differ from the judgement, by header; none for every other header. */
const known: Record<string, string[]> = {
  'de, toy list': ['Thema: null'],
  'fr, another feed': ['déclinaisons: option1_value'],
  'fr, spare parts': ['Rayon: product_type'],
  'ru, tiles': ['Подробнее: description_html', 'Цена: variant_price', 'РРЦ: variant_compare_at_price'],
}

test('the word lists name columns of the catalog only', () => {
  const targets = new Set([...meanings.values()].flat().map(({ target }) => target))
  expect(
    [...targets].filter((target) => !['option', 'none', ...canonicalColumnNames].includes(target)),
  ).toEqual([])
})

describe('for real headers', () => {
  test.each(realHeaders)('$of', ({ of, columns }) => {
    const suggestions = suggestionsOf(...columns.map(([name]) => name))
    const wrong = columns.flatMap(([name, target], at) => {
      const suggestion = suggestions[at] ?? null
      return suggestion === (target === '-' ? null : target) ? [] : [`${name}: ${suggestion}`]
    })
    expect(wrong).toEqual(known[of] ?? [])
  })

  test('474 of the 476 columns that the catalog has a field for are suggested correctly', () => {
    const right = realHeaders.map(({ columns }) => {
      const suggestions = suggestionsOf(...columns.map(([name]) => name))
      const fields = columns.map(([, target]) => target)
      return fields.filter((target, at) => target !== '-' && target === suggestions[at]).length
    })
    const fields = realHeaders.flatMap(({ columns }) => columns.filter(([, target]) => target !== '-'))
    expect([right.reduce((sum, count) => sum + count, 0), fields.length]).toEqual([474, 476])
  })
})

describe('a name', () => {
  test.each([
    ['Artikel-Nr.', 'variant_sku'],
    ['ARTIKELNUMMER', 'variant_sku'],
    ['vkPreisBrutto', 'variant_price'],
    ['Preis (EUR)', 'variant_price'],
    ['Verkaufspreiss', 'variant_price'],
    ['Bestand Hauptlager', 'variant_inventory_quantity'],
    ['Qté', 'variant_inventory_quantity'],
    ['Stückzahl', 'variant_inventory_quantity'],
    ['Código de barras', 'variant_barcode'],
    ['Ilość', 'variant_inventory_quantity'],
    ['Gewicht (kg)', 'variant_weight_grams'],
    ['metadata.care', 'metadata.care'],
    ['Variant SKU', 'variant_sku'],
    ['EK netto', undefined],
    ['Mindestbestand', undefined],
    ['Bild 2', undefined],
    ['Category ID', undefined],
    ['Gewicht', undefined],
    ['Цена, руб.', 'variant_price'],
    ['Кол-во', 'variant_inventory_quantity'],
    ['Ціна (грн)', 'variant_price'],
    ['Мін. залишок', undefined],
    ['Price (cents)', undefined],
    ['image2', undefined],
    ['Prix fournisseur', undefined],
    ['x_puff_count', undefined],
    ['variant_cost', undefined],
    ['Variant media', 'variant_image_url'],
    ['Lineitem quantity', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('%s', (name, target) => {
    expect(suggestionsOf(name)).toEqual([target ?? null])
  })

  test('wins over less clear names for the same column', () => {
    expect(suggestionsOf('Preis', 'VK brutto', 'UVP')).toEqual([
      null,
      'variant_price',
      'variant_compare_at_price',
    ])
    expect(suggestionsOf('EK', 'UVP')).toEqual([null, 'variant_price'])
    expect(suggestionsOf('Prezzo', 'Prezzo IVA escl.', 'PREZZO IVA INCL.')).toEqual([
      null,
      null,
      'variant_price',
    ])
    expect(suggestionsOf('Preis ohne MwSt', 'Menge')).toEqual(['variant_price', 'variant_inventory_quantity'])
    expect(suggestionsOf('Sale price', 'Price')).toEqual([null, 'variant_price'])
    expect(suggestionsOf('purchasePrice', 'salePrice')).toEqual([null, 'variant_price'])
    expect(suggestionsOf('Artikelnr', 'Beschreibung')).toEqual(['variant_sku', 'title'])
    expect(suggestionsOf('Titel', 'Beschreibung')).toEqual(['title', 'description_html'])
    expect(suggestionsOf('PVP', 'Nombre', 'Existencias')).toEqual([
      'variant_price',
      'title',
      'variant_inventory_quantity',
    ])
  })
})

describe('what the shop pays is never the price:', () => {
  const prices = ['9,90', '12,00']

  test.each(costNames)('%s', (name) => {
    const suggestions = suggestColumns([{ name, cells: prices }])
    expect(suggestions).toEqual([null])
  })

  test.each(['VK netto', 'Verkaufspreis netto', 'Cena sprzedaży netto', 'Cena detaliczna netto'])(
    'but what customers pay without the tax is: %s',
    (name) => {
      expect(suggestionOf(name, prices)).toBe('variant_price')
    },
  )

  test('of Odoo', () => {
    expect(suggestionsOf('default_code', 'name', 'list_price', 'standard_price')).toEqual([
      'variant_sku',
      'title',
      'variant_price',
      null,
    ])
  })
})

describe('cells', () => {
  test.each([
    ['Artikel', ['10023', '10024'], 'variant_sku'],
    ['Artikel', ['Kanne, blau', 'Kanne, rot'], 'title'],
    ['Beschreibung', ['<p>Aus Steingut.</p>', '<p>Rot.</p>'], 'description_html'],
    ['Price', ['10.00 USD', '3990 RUB'], 'variant_price'],
    ['Bestand (Stk)', ['>10', '3 Stk', 'ausverkauft'], 'variant_inventory_quantity'],
    ['Einzelhandelspreis', ['9,90'], 'variant_price'],
    ['Farbe', ['rot', 'blau, gestreift'], 'option1_value'],
    ['Farben', ['rot|blau|grün', 'rot|blau'], null],
    ['Farbe', ['rot, blau, grün', 'rot, blau, weiß'], null],
    ['Preis', ['auf Anfrage', 'siehe Liste'], null],
    ['Bild', ['kanne.jpg', 'tasse.jpg'], null],
    ['Status', ['active', 'Draft'], 'status'],
    ['Status', ['lieferbar', 'vergriffen'], null],
    ['Status', ['published', 'Entwurf'], 'status'],
    ['Status', ['1', '0'], null],
    ['Active (0/1)', ['1', '0'], 'status'],
    ['Gewicht', ['250', '1200'], 'variant_weight_grams'],
    ['Gewicht', ['0,25', '1,2'], null],
    ['Spalte 4', ['4006381333931', '4012345678901'], 'variant_barcode'],
    ['Spalte 4', ['4006381333932', '4012345678902'], null],
    ['Spalte 4', ['https://a.example/1.jpg', 'https://a.example/2.png?x=1'], 'image_url'],
    ['Spalte 4', ['9,90', '12,00 €'], 'variant_price'],
  ])('%s with %j', (name, cells, target) => {
    expect(suggestionOf(name, cells)).toBe(target)
  })
})

const anyName = fc.oneof(
  fc.constantFrom(...meanings.keys()),
  fc
    .tuple(fc.constantFrom(...meanings.keys()), fc.constantFrom(...meanings.keys()))
    .map((names) => names.join(' ')),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
)

test('no canonical column is suggested twice, whatever the header', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ name: anyName, cells: fc.array(fc.string({ maxLength: 20 }), { maxLength: 3 }) }),
        {
          maxLength: 40,
        },
      ),
      (columns) => {
        const suggestions = suggestColumns(columns)
        expect(suggestions).toHaveLength(columns.length)
        const named = suggestions.filter((suggestion) => suggestion !== null)
        expect(new Set(named).size).toBe(named.length)
      },
    ),
    { numRuns: 100 },
  )
})
