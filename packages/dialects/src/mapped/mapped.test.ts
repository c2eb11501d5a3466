import { canonicalHeader, plainText, productToRows, writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import type { MappingIdentity } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import {
  applyPlan,
  emptyCatalog,
  previewAgainst,
  toProducts,
} from '../../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../../test/support/preview/apply-plan.ts'
import { arbitraryFile } from '../../../../test/support/preview/arbitrary-file.ts'
import { exportOf, fileOf } from '../../../../test/support/preview/csv-files.ts'
import { codesOf, kindsOf } from '../../../../test/support/preview/shop.ts'
import { readImageCells } from '../image-cells.ts'
import type { ColumnChoice } from './column-choice.ts'
import { headerKey } from './header-names.ts'
import cellWords from './words/cell-words.json' with { type: 'json' }

const columns = {
  Nr: 'variant_sku',
  Name: 'title',
  Preis: 'variant_price',
  Menge: 'variant_inventory_quantity',
  Größe: 'option1_value',
  Farbe: 'option2_value',
  Schnitt: 'option3_value',
  Bild: 'image_url',
  EAN: 'variant_barcode',
  Kürzel: 'handle',
  Gewicht_kg: 'variant_weight_grams',
}

/** Imports a file with those of these columns that it has. */
async function imported(
  csv: string,
  identity: MappingIdentity,
  catalog: MemoryCatalog = emptyCatalog(),
  leftOut: string[] = [],
) {
  const names = csv.split('\n', 1)[0]?.split(/[;,]/) ?? []
  const mapped = Object.entries(columns).filter(([name]) => names.includes(name) && !leftOut.includes(name))
  const file = await fileOf(csv, undefined, { columns: mapped, identity })
  const preview = previewAgainst(catalog, file.table)
  applyPlan(catalog, preview.plan)
  return { file, preview, catalog, products: toProducts(catalog) }
}

async function shopOf(csv: string, identity: MappingIdentity = 'variant_sku'): Promise<MemoryCatalog> {
  const { catalog, preview } = await imported(csv, identity)
  expect(preview.counts.errors).toBe(0)
  return catalog
}

describe('with products identified by SKU', () => {
  test('products are found whatever their title, and only their mapped columns change', async () => {
    const catalog = await shopOf('Nr;Name;Preis;Menge\n001;Kanne;9,50;3\n002;Tasse;4,00;1\n')
    const { preview, products } = await imported('Nr;Preis\n001;8,50\n002;4,00\n', 'variant_sku', catalog)
    expect(kindsOf(preview)).toBe('update unchanged')
    expect(products.map(({ handle, title }) => [handle, title])).toEqual([
      ['kanne', 'Kanne'],
      ['tasse', 'Tasse'],
    ])
    expect(products[0]?.variants).toMatchObject([{ price: '8.50', inventoryQuantity: 3 }])
    const other = await imported('Nr;Name\n001;Karaffe\n', 'variant_sku', catalog)
    expect(other.products[0]).toMatchObject({ handle: 'kanne', title: 'Karaffe' })
  })

  test('a blank cell keeps the stored value', async () => {
    const catalog = await shopOf('Nr;Name;Preis;Menge\n001;Kanne;9,50;3\n')
    const { preview } = await imported('Nr;Name;Preis;Menge\n001;;;\n', 'variant_sku', catalog)
    expect([kindsOf(preview), preview.counts.clears]).toEqual(['unchanged', 0])
  })

  test('each new one is a separate product, unless a column has options', async () => {
    const one = 'Nr;Name;Preis;Größe\n1;Hemd;9;S\n2;Hemd;9;M\n'
    const apart = await imported(one, 'variant_sku', emptyCatalog(), ['Größe'])
    expect(apart.products.map(({ handle }) => handle)).toEqual(['hemd', 'hemd-2'])
    const together = await imported(one, 'variant_sku')
    expect(together.products).toMatchObject([{ handle: 'hemd', optionNames: ['Größe'] }])
    expect(together.products[0]?.variants.map(({ optionValues }) => optionValues)).toEqual([['S'], ['M']])
  })

  test('a new variant goes to the product that the other rows of its title are of', async () => {
    const catalog = await shopOf('Nr;Name;Preis;Größe\n1;Hemd;9;S\n')
    const { products } = await imported(
      'Nr;Name;Preis;Größe\n1;Leinenhemd;9;S\n2;Leinenhemd;9;M\n',
      'variant_sku',
      catalog,
    )
    expect(products).toMatchObject([{ handle: 'hemd', title: 'Leinenhemd' }])
    expect(products[0]?.variants.map(({ sku }) => sku)).toEqual(['1', '2'])
  })

  test('a new one is never matched to a stored product of the same title', async () => {
    const catalog = await shopOf('Nr;Name;Preis\n1;Hemd;9\n')
    const { products, preview } = await imported('Nr;Name;Preis\n2;Hemd;7\n', 'variant_sku', catalog)
    expect(products.map(({ handle, variants }) => [handle, variants[0]?.sku])).toEqual([
      ['hemd', '1'],
      ['hemd-2', '2'],
    ])
    expect(kindsOf(preview)).toBe('add')
    const again = await imported('Nr;Name;Preis\n2;Hemd;7\n', 'variant_sku', catalog)
    expect(kindsOf(again.preview)).toBe('unchanged')
  })

  test('rows without one, and new ones without a title, are errors', async () => {
    const { preview } = await imported(
      'Nr;Name;Preis\n;Hemd;9\n7;;9\n8; – ;9\n9;Hose;9\n9;Rock;9\n',
      'variant_sku',
    )
    expect(codesOf(preview)).toEqual([
      'missing_value',
      'missing_value',
      'missing_value',
      'duplicate_sku',
      'duplicate_sku',
    ])
    expect(preview.rows.slice(0, 3).map(({ errors }) => [errors[0]?.column, errors[0]?.parameters])).toEqual([
      ['variant_sku', { case: 'no_sku' }],
      ['title', { case: 'new_sku' }],
      ['title', { case: 'new_sku' }],
    ])
  })

  test('a mapped handle is that of a new product', async () => {
    const { products } = await imported(
      'Nr;Name;Kürzel;Preis\n1;Hemd;das Hemd!;9\n2;Hose;;9\n',
      'variant_sku',
    )
    expect(products.map(({ handle }) => handle)).toEqual(['das-hemd', 'hose'])
  })
})

describe('with products identified by title', () => {
  test('rows of one title are variants of one product, and a renamed one is found by its SKU', async () => {
    const catalog = await shopOf('Nr;Name;Preis;Größe\n1;Hemd;9;S\n2;Hemd;9;M\n', 'title')
    expect(toProducts(catalog)).toMatchObject([{ handle: 'hemd', variants: [{ sku: '1' }, { sku: '2' }] }])
    const { products } = await imported('Nr;Name;Preis;Größe\n1;Leinenhemd;9;S\n', 'title', catalog)
    expect(products).toMatchObject([{ handle: 'hemd', title: 'Leinenhemd' }])
  })

  test('another SKU with the title and options of a stored variant is of another product, others are its variants', async () => {
    const catalog = await shopOf('Nr;Name;Preis;Größe\n1;Hemd;9;S\n', 'title')
    const file = 'Nr;Name;Preis;Größe\n2;Hemd;9;M\n'
    expect((await imported(file, 'title', catalog)).products).toMatchObject([{ handle: 'hemd' }])
    const { products, preview } = await imported('Nr;Name;Preis;Größe\n3;Hemd;9;S\n', 'title', catalog)
    expect(products.map(({ handle, variants }) => [handle, variants.map(({ sku }) => sku)])).toEqual([
      ['hemd', ['1', '2']],
      ['hemd-3', ['3']],
    ])
    expect(preview.rows[0]?.warnings).toMatchObject([{ code: 'title_exists', parameters: { sku: '1' } }])
  })

  test('one without a letter or digit is an error', async () => {
    const { preview } = await imported('Name;Preis\n;9\n–;9\nHemd;9\n', 'title')
    expect(preview.rows.map(({ errors }) => errors[0]?.parameters?.['case'] ?? '')).toEqual([
      'unusable_name',
      'no_own_name',
      '',
    ])
  })
})

describe('with variants identified by barcode', () => {
  const stock =
    'Nr;Name;Preis;Größe;EAN\n1;Hemd;9;S;4006381333931\n2;Hemd;9;M;036000291452\n3;Hose;9;;0036000291469\n'

  test.each([
    ['4006381333931', ['5', null, null]],
    ['036000291452', [null, '5', null]],
    ['36000291452', [null, '5', null]],
    ['0036000291452', [null, '5', null]],
    ['00036000291452', [null, '5', null]],
    ['36000291469', [null, null, '5']],
  ])(
    '%s is found with any zeros in front, and nothing but the quantity changes',
    async (barcode, expected) => {
      const catalog = await shopOf(stock)
      const { preview, products } = await imported(`EAN;Menge\n${barcode};5\n`, 'variant_barcode', catalog)
      expect(kindsOf(preview)).toBe('update')
      const variants = products.flatMap((product) => product.variants)
      expect(variants.map(({ inventoryQuantity: quantity }) => quantity && String(quantity))).toEqual(
        expected,
      )
      const again = await imported(`EAN;Menge\n${barcode};5\n`, 'variant_barcode', catalog)
      expect(kindsOf(again.preview)).toBe('unchanged')
    },
  )

  test('one in two rows is an error of both', async () => {
    const { preview } = await imported(
      'EAN;Menge\n4006381333931;5\n04006381333931;6\n',
      'variant_barcode',
      await shopOf(stock),
    )
    expect(preview.counts).toMatchObject({ updates: 0, errors: 2 })
  })
})

describe('with products identified by handle', () => {
  test('products are found by their handles, and a row without one is an error', async () => {
    const { products, preview } = await imported('Kürzel;Name;Preis\nHemd;Hemd;9\n;Hose;9\n', 'handle')
    expect(products.map(({ handle }) => handle)).toEqual(['hemd'])
    expect(codesOf(preview)).toEqual(['', 'missing_value'])
  })
})

describe('an option that is blank in all rows of a product is none of its options:', () => {
  const values = fc.record({ Größe: fc.boolean(), Farbe: fc.boolean(), Schnitt: fc.boolean() })

  test('the others come in their order, and again change nothing, whatever identifies products', async () => {
    const identity = fc.constantFrom<MappingIdentity>('variant_sku', 'title', 'handle')
    const names = fc.array(values, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(names, identity, async (products, by) => {
        const rows = products.flatMap((has, at) =>
          ['1', '2'].map((number) => {
            const options = [has.Größe, has.Farbe, has.Schnitt].map((is) => (is ? number : ''))
            // Without options, a product has one variant.
            const isSecond = number === '2' && !options.includes('2')
            return isSecond ? '' : [`p${at}`, `Kleid ${at}`, `${at}-${number}`, '9', ...options].join(';')
          }),
        )
        const csv = ['Kürzel;Name;Nr;Preis;Größe;Farbe;Schnitt', ...rows].join('\n')
        const leftOut = by === 'title' ? ['Kürzel'] : []
        const { catalog, products: read, preview } = await imported(csv, by, emptyCatalog(), leftOut)
        expect(codesOf(preview).filter((code) => code !== '')).toEqual([])
        expect(read.map(({ optionNames }) => optionNames)).toEqual(
          products.map((has) => [
            ...(has.Größe ? ['Größe'] : []),
            ...(has.Farbe ? ['Farbe'] : []),
            ...(has.Schnitt ? ['Schnitt'] : []),
          ]),
        )
        const again = await imported(csv, by, catalog, leftOut)
        expect(new Set(kindsOf(again.preview).split(' '))).toEqual(new Set(['unchanged']))
      }),
      { numRuns: 60 },
    )
  })

  test('a stored one of that name keeps its place and value', async () => {
    const catalog = await shopOf('Nr;Name;Preis;Größe;Farbe\n1;Hemd;9;S;rot\n')
    const { products } = await imported('Nr;Preis;Größe;Farbe\n1;9;;blau\n', 'variant_sku', catalog)
    expect(products).toMatchObject([{ variants: [{ optionValues: ['S', 'blau'] }] }])
  })

  test('with the column of its name blank, its values are errors of the row', async () => {
    const file = await fileOf('Nr;Name;Preis;O1;V1;V2\n1;Hemd;9;;S;rot\n', undefined, {
      columns: Object.entries({
        Nr: 'variant_sku',
        Name: 'title',
        Preis: 'variant_price',
        O1: 'option1_name',
        V1: 'option1_value',
        V2: 'option2_value',
      }),
      identity: 'variant_sku',
    })
    expect(codesOf(previewAgainst(emptyCatalog(), file.table))).toEqual([
      'option_value_without_name,option_value_without_name',
    ])
  })
})

describe('a row without options before those of the same product with options', () => {
  const header = 'Kürzel;Name;Nr;Preis;Größe;Bild'

  test.each([
    ['a price of 0', 'hemd;Hemd;;0;;https://a.example/1.jpg', []],
    ['a price', 'hemd;Hemd;;9;;https://a.example/1.jpg', ['variant_price']],
    ['a SKU and no price', 'hemd;Hemd;H;;;https://a.example/1.jpg', ['variant_sku']],
  ])('gives the cells of the product, with %s', async (_what, row, columnsOfWarnings) => {
    const { products, preview } = await imported(
      [header, row, 'hemd;;H-S;9;S;', 'hemd;;H-M;9;M;'].join('\n'),
      'handle',
    )
    expect(kindsOf(preview)).toBe('add add add')
    expect(products).toMatchObject([
      { title: 'Hemd', images: [{}], variants: [{ sku: 'H-S' }, { sku: 'H-M' }] },
    ])
    expect(preview.rows[0]?.warnings.map(({ column }) => column)).toEqual(columnsOfWarnings)
  })

  test('is a variant that lacks its options if it has a SKU and a price', async () => {
    const { preview } = await imported([header, 'hemd;Hemd;H;9;;', 'hemd;;H-S;9;S;'].join('\n'), 'handle')
    expect(codesOf(preview)).toEqual(['missing_option_value', ''])
  })
})

/** Imports new products with these cells in a column. */
async function importCells(column: string, cells: string[]) {
  const csv = ['Nr;Name;Preis;X', ...cells.map((cell, at) => `${at};Hemd ${at};9;${cell}`)].join('\n')
  const file = await fileOf(csv, undefined, {
    columns: Object.entries({ Nr: 'variant_sku', Name: 'title', Preis: 'variant_price', X: column }),
    identity: 'title',
  })
  const catalog = emptyCatalog()
  const preview = previewAgainst(catalog, file.table)
  applyPlan(catalog, preview.plan)
  return { preview, products: toProducts(catalog) }
}

describe('cells in the words of shop systems', () => {
  test.each(Object.entries(cellWords).filter(([status]) => status !== 'yes' && status !== 'no'))(
    'are a status: %s',
    async (status, words) => {
      const { products, preview } = await importCells('status', words)
      expect(preview.rows.filter(({ errors, warnings }) => errors.length + warnings.length > 0)).toEqual([])
      expect(new Set(products.map((product) => product.status))).toEqual(new Set([status]))
      expect(products).toHaveLength(words.length)
    },
  )

  test('are a status or a truth: yes and no', async () => {
    const words = [...cellWords.yes, ...cellWords.no, 'TRUE', 'Faux']
    const expected = [...cellWords.yes.map(() => true), ...cellWords.no.map(() => false), true, false]
    const status = await importCells('status', words)
    expect(new Map(status.products.map((product) => [product.title, product.status]))).toEqual(
      new Map(expected.map((is, at) => [`Hemd ${at}`, is ? 'active' : 'draft'])),
    )
    for (const column of ['variant_taxable', 'variant_requires_shipping']) {
      const { products, preview } = await importCells(column, words)
      expect(preview.counts.errors).toBe(0)
      expect(
        new Map(
          products.map(({ title, variants: [variant] }) => [
            title,
            column === 'variant_taxable' ? variant?.taxable : variant?.requiresShipping,
          ]),
        ),
      ).toEqual(new Map(expected.map((is, at) => [`Hemd ${at}`, is])))
    }
  })

  test('in any case and with accents, and a blank one says nothing', async () => {
    const { products } = await importCells('status', ['Publié', 'ARCHIVÉ', 'Активный', 'Niet zichtbaar', ''])
    expect(products.map(({ status }) => status).sort()).toEqual([
      'active',
      'active',
      'archived',
      'draft',
      'draft',
    ])
  })

  test('an unknown one is a draft, with a warning', async () => {
    const { products, preview } = await importCells('status', ['vergriffen', '2'])
    expect(products.map(({ status }) => status)).toEqual(['draft', 'draft'])
    expect(preview.rows.map(({ warnings }) => warnings.map(({ code, value }) => [code, value]))).toEqual([
      [['status_read_as_draft', 'vergriffen']],
      [['status_read_as_draft', '2']],
    ])
  })

  test.each([
    ['0,25 kg', '250'],
    ['250 g', '250'],
    ['250g', '250'],
    ['1 lb', '453.59237'],
    ['2 oz.', '56.699046'],
    ['1,5 кг', '1500'],
    ['250', '250'],
  ])('are a weight with its unit: %s', async (cell, grams) => {
    const { products } = await importCells('variant_weight_grams', [cell])
    expect(products[0]?.variants[0]?.weightGrams).toBe(grams)
  })
})

const urlOf = (name: string) => `https://a.example/${name}.jpg`

describe('an image cell', () => {
  test.each([',', ', ', ' | ', ';', '|', '\n', ' '])(
    'with a list separated by %j gives all of its images, whatever identifies products',
    async (separator) => {
      const cell = ['a', 'b,w_300', 'c'].map(urlOf).join(separator)
      for (const identity of ['variant_sku', 'title', 'handle'] as const) {
        const key = identity === 'handle' ? 'Kürzel' : 'Nr'
        const csv = `${key},Name,Preis,Bild\n1,Hemd,9,"${cell}"\n2,Hose,8,${urlOf('d')}\n`
        const { products, preview, catalog } = await imported(csv, identity)
        expect(preview.rows.flatMap(({ errors }) => errors)).toEqual([])
        expect(products.map(({ images }) => images.map((image) => image.url))).toEqual([
          ['a', 'b,w_300', 'c'].map(urlOf),
          [urlOf('d')],
        ])
        expect(kindsOf((await imported(csv, identity, catalog)).preview)).toBe('unchanged unchanged')
      }
    },
  )

  test('that is no address is left out, with a warning', async () => {
    const { products, preview } = await imported('Nr;Name;Preis;Bild\n1;Hemd;9;hemd.jpg\n', 'variant_sku')
    expect(products).toMatchObject([{ title: 'Hemd', images: [] }])
    expect(preview.rows[0]?.warnings).toMatchObject([
      { code: 'image_not_fetchable', column: 'image_url', parameters: { case: 'file_name' } },
    ])
  })

  test('with a list is read beside a barcode', async () => {
    const catalog = await shopOf('Nr;Name;Preis;EAN\n1;Hemd;9;4006381333931\n')
    const { products, preview } = await imported(
      `EAN;Bild\n4006381333931;${urlOf('a')}|${urlOf('b')}\n`,
      'variant_barcode',
      catalog,
    )
    expect(preview.counts).toMatchObject({ errors: 0 })
    expect(products[0]?.images).toHaveLength(2)
  })
})

test('a weight is read in the unit that its column names', async () => {
  const { products } = await imported(
    'Nr;Name;Preis;Gewicht_kg\n1;Hemd;9,5;0,2505\n2;Hose;9,5;1\n',
    'variant_sku',
  )
  expect(products.map(({ variants }) => variants[0]?.weightGrams)).toEqual(['250.5', '1000'])
})

test('the header is found below a title, and columns that are left out are listed', async () => {
  const choice: ColumnChoice = {
    columns: Object.entries({ nr: 'variant_sku', NAME: 'title', Preis: 'variant_price' }),
    identity: 'variant_sku',
  }
  const file = await fileOf('Preisliste;;;\n2026;;;\nNr;Name;Lager;Preis\n1;Hemd;A;9\n', undefined, choice)
  expect(file.choice?.columns.map(([name]) => name)).toEqual(['Nr', 'Name', 'Preis'])
  expect(file.unknownColumns).toEqual([{ name: 'Lager', nearest: null }])
  expect(file.warnings).toMatchObject([{ code: 'lines_above_header', row: 3 }])
  expect(kindsOf(previewAgainst(emptyCatalog(), file.table))).toBe('add')
})

describe('a mapping is refused that has no effect:', () => {
  const header = 'Nr;Name;Preis;preis\n1;Hemd;9;9\n'
  test.each<[string, Record<string, string>, MappingIdentity, string]>([
    ['a repeated column', { Nr: 'variant_sku', Preis: 'variant_price' }, 'variant_sku', 'Preis'],
    ['one column twice', { Nr: 'variant_sku', NR: 'title' }, 'variant_sku', 'NR'],
    ['a name of the prototype', { Nr: 'variant_sku', Name: 'constructor' }, 'variant_sku', 'Name'],
    ['a key that no metadata has', { Nr: 'variant_sku', Name: 'metadata.Ä' }, 'variant_sku', 'Name'],
    ['a handle besides titles', { Nr: 'handle', Name: 'title' }, 'title', 'Nr'],
    ['no handle', { Name: 'title' }, 'handle', 'handle'],
  ])('%s', async (_what, mapped, identity, column) => {
    const mapping = { columns: Object.entries(mapped), identity }
    await expect(fileOf(header, undefined, mapping)).rejects.toMatchObject({
      code: 'invalid_mapping',
      errors: [{ column }],
    })
  })
})

describe('the names of a header', () => {
  const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 })

  test('have the same key in any order and case', () => {
    fc.assert(
      fc.property(names, fc.nat(), (header, seed) => {
        const shuffled = header
          .map((name, at) => ({ name, order: (at * 7919 + seed) % 104_729 }))
          .sort((a, b) => a.order - b.order)
          .map(({ name }, at) => (at % 2 === 0 ? ` ${name} ` : name.normalize('NFD')))
        expect(headerKey(shuffled)).toBe(headerKey(header))
        expect(headerKey(header.map((name) => name.toLowerCase()))).toBe(headerKey(header))
      }),
    )
  })

  test('have a different key with one more name, and the same with the columns of an error report', () => {
    expect(headerKey(['a', 'b'])).not.toBe(headerKey(['a', 'b', 'b']))
    expect(headerKey(['a,b'])).not.toBe(headerKey(['a', 'b']))
    expect(headerKey(['Größe', 'error_code'])).toBe(headerKey(['grösse'.replace('ss', 'ß')]))
  })
})

test.each([
  ['a variant’s', '"https://a.example/1.jpg, https://a.example/2.jpg"', {}, ['1'], ['too_many_images']],
  ['a variant’s', 'https://a.example/1.jpg;https://a.example/2.jpg', {}, ['1'], ['too_many_images']],
  ['a variant’s', 'https://a.example/1.jpg', {}, ['1'], []],
  ['the product’s beside it', 'https://a.example/1.jpg', { Bild: 'image_url' }, ['3', '1'], []],
  ['none that can be fetched', 'cup.jpg', {}, [], ['file_name']],
])('of a list of images the first is %s: %s', async (_, cell, more, images, warnings) => {
  const bytes = Buffer.from(`Name,Preis,Foto,Bild\nHemd,5,${cell},https://a.example/3.jpg\n`)
  const mapped = { Name: 'title', Preis: 'variant_price', Foto: 'variant_image_url', ...more }
  const { table } = await fileOf(bytes, new Date(), { columns: Object.entries(mapped), identity: 'title' })
  const catalog = emptyCatalog()
  const { rows, counts, plan } = previewAgainst(catalog, table)
  applyPlan(catalog, plan)
  expect(counts.errors).toBe(0)
  const [product] = toProducts(catalog)
  expect(product?.images.map(({ url }) => url)).toEqual(images.map((name) => `https://a.example/${name}.jpg`))
  expect(product?.variants[0]?.imageUrl ?? undefined).toBe(product?.images.at(-1)?.url)
  expect(rows[0]?.warnings.map(({ parameters }) => parameters?.case)).toEqual(warnings)
})

test('an image with a fault is left out, and its product is not', async () => {
  const choice: ColumnChoice = {
    columns: Object.entries({ Nr: 'variant_sku', Name: 'title', Preis: 'variant_price', Bild: 'image_url' }),
    identity: 'variant_sku',
  }
  const { table } = await fileOf(
    'Nr;Name;Preis;Bild\nC1;Cup;1;cup.png\nC2;Mug;1;//a.example/m',
    undefined,
    choice,
  )
  const { rows, plan } = previewAgainst(emptyCatalog(), table)
  expect(rows).toMatchObject([
    { kind: 'add', warnings: [{ code: 'image_not_fetchable' }] },
    { kind: 'add', warnings: [] },
  ])
  expect(plan.images.adds.map(({ url }) => url)).toEqual(['https://a.example/m'])
})

describe('canonical columns under other names', () => {
  const readOtherwise = new Set(['invalid_handle', 'variant_image_unknown'])

  test('preview as a file of another system with these cells, for any catalog', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(arbitraryFile, arbitraryCatalog({ minVariants: 1 }), async (any, products) => {
        const catalog = await stored(products)
        // What is invisible is reported under the names that the file has.
        const csv = plainText(any)
        const { csv: other, choice } = renamed(csv)
        const own = await fileOf(csv)
        for (const row of own.table.rows) readImageCells(row, own.table.columns)
        const read = await fileOf(other, undefined, choice)
        const expected = previewAgainst(
          catalog,
          { ...own.table, canonical: false, optionNames: ['', '', ''], file: undefined },
          ids(),
        )
        const preview = previewAgainst(catalog, { ...read.table, file: undefined }, ids())
        const isReadOtherwise = expected.rows.some(({ errors }) =>
          errors.some(({ code, column }) => readOtherwise.has(code) || column === 'image_url'),
        )
        fc.pre(!isReadOtherwise)
        expect(preview.rows).toEqual(expected.rows)
        expect(preview.plan).toEqual(expected.plan)
        compared++
      }),
      { numRuns: 50 },
    )
    expect(compared).toBeGreaterThan(30)
  })

  test('change nothing if they are an export without guarded texts and separators inside tags', async () => {
    // Few of the large ones are without.
    const small = arbitraryCatalog({ maxProducts: 2, minVariants: 1, maxVariants: 3, maxImages: 2 })
    await fc.assert(
      fc.asyncProperty(small, async (products) => {
        const csv = exportOf(products)
        fc.pre(products.length > 0 && !csv.includes("'"))
        fc.pre(products.every(({ tags }) => tags.every((tag) => !/[;|]|\\$/.test(tag))))
        const { csv: other, choice } = renamed(csv)
        const { table } = await fileOf(other, undefined, choice)
        const preview = previewAgainst(await stored(products), table)
        expect(preview.rows.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

/** The file with other column names, and the mapping for them. */
function renamed(csv: string): { csv: string; choice: ColumnChoice } {
  const [header = '', ...lines] = csv.replace(/^\uFEFF/, '').split('\r\n')
  const names = header.split(',')
  const choice: ColumnChoice = {
    columns: names.map((name, at) => [`Spalte ${at}`, name]),
    identity: 'handle',
  }
  return { csv: [names.map((_, at) => `Spalte ${at}`).join(','), ...lines].join('\r\n'), choice }
}

async function stored(products: Product[]): Promise<MemoryCatalog> {
  const catalog = emptyCatalog()
  if (products.length === 0) return catalog
  const keys = new Set(products.flatMap(({ metadata }) => Object.keys(metadata)))
  const rows = products.flatMap((product) => productToRows(product, keys))
  const { table } = await fileOf(writeCsv([canonicalHeader(keys), ...rows]))
  applyPlan(catalog, previewAgainst(catalog, table).plan)
  return catalog
}

function ids() {
  let count = 0
  return { newId: () => `id-${++count}` }
}
