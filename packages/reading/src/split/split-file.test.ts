import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { partName, splitFile } from './split-file.ts'
import type { FilePart, PartLimits } from './split-file.ts'

const roomy: PartLimits = { rows: 5_000, bytes: 10 * 1024 * 1024, cells: 1_000_000 }
const header = 'handle,title,variant_sku\r\n'

describe('a file that is split', () => {
  test('has its rows in the parts, byte for byte and in their order, however it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfProducts, chunkSize, smallLimits, async (products, size, most) => {
        const rows = products.flat()
        const file = Buffer.from(header + rows.join(''))
        const parts = await split(chunked(file, size), { ...most, bytes: most.bytes + header.length })
        expect(parts.map(bodyOf).join('')).toBe(rows.join(''))
        expect(parts.flatMap((part) => part.rows).reduce((sum, count) => sum + count)).toBe(rows.length)
        expect(parts.every((part) => textOf(part).startsWith(header))).toBe(true)
        expect(parts.map(({ part }) => part)).toEqual(parts.map((_, index) => index + 1))
      }),
    )
  })

  test('has parts within the limits, and at most twice as many parts as the limits require', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfProducts, chunkSize, smallLimits, async (products, size, most) => {
        const rows = products.flat()
        const caps = { ...most, bytes: most.bytes + header.length }
        const parts = await split(chunked(Buffer.from(header + rows.join('')), size), caps)
        for (const part of parts) {
          expect(part.rows).toBeLessThanOrEqual(caps.rows)
          expect(part.bytes.length).toBeLessThanOrEqual(caps.bytes)
          expect(3 * part.rows).toBeLessThanOrEqual(caps.cells)
        }
        for (const [index, part] of parts.entries()) {
          const next = parts[index + 1]
          if (!next) continue
          const isFull =
            part.rows + next.rows > caps.rows ||
            part.bytes.length + next.bytes.length - header.length > caps.bytes ||
            3 * (part.rows + next.rows) > caps.cells
          expect(isFull).toBe(true)
        }
      }),
    )
  })

  test('keeps each product that fits into a part whole, and names the others', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfProducts, smallLimits, async (products, most) => {
        const file = Buffer.from(header + products.flat().join(''))
        const caps = { ...most, bytes: most.bytes + header.length }
        const parts = await split([file], caps)
        const bodies = parts.map(bodyOf)
        const names = new Set(parts.flatMap(({ apart }) => apart.map(({ name }) => name)))
        for (const [index, rows] of products.entries()) {
          const bytes = Buffer.byteLength(rows.join(''))
          const fits = rows.length <= most.rows && bytes <= most.bytes && 3 * rows.length <= most.cells
          if (fits) expect(bodies.some((body) => body.includes(rows.join('')))).toBe(true)
          expect(names.has(`p${index}`)).toBe(!fits)
        }
        expect(parts.flatMap(({ apart }) => apart.map(({ reason }) => reason))).not.toContain('rows_apart')
      }),
    )
  })

  test('leaves out blank rows and numbers the others as the spreadsheet does', async () => {
    const file = `\r\n${header}a,A,1\n\n"b\r\n,b",B,2\r,,\r" ",,""\rc,C,3`
    const parts = await split([Buffer.from(file)], { ...roomy, rows: 2 })
    expect(parts.map(({ rows, firstRow, lastRow }) => [rows, firstRow, lastRow])).toEqual([
      [2, 3, 5],
      [1, 8, 8],
    ])
    expect(parts.map(textOf)).toEqual([`\r\n${header}a,A,1\n"b\r\n,b",B,2\r`, `\r\n${header}c,C,3`])
  })

  test('keeps its byte order mark, the line that names the separator and what is above the header', async () => {
    const above = '\uFEFFsep=;\r\nOur prices;;\r\n'
    const file = `${above}Handle;Title;Variant SKU\r\na;"A;1";1\r\na;;2\r\nb;B;3\r\n`
    const parts = await split([Buffer.from(file)], { ...roomy, rows: 2 })
    expect(parts.map(textOf)).toEqual([
      `${above}Handle;Title;Variant SKU\r\na;"A;1";1\r\na;;2\r\n`,
      `${above}Handle;Title;Variant SKU\r\nb;B;3\r\n`,
    ])
  })

  test.each(['utf-16le', 'utf-16be'])('becomes UTF-8 if it is %s', async (encoding) => {
    const text = `\uFEFFhandle\ttitle\tvariant_sku\r\né\tÉ😀\t1\r\nb\tB\t2\r\n`
    const bytes = Buffer.from(text, 'utf16le')
    const parts = await split(chunked(encoding === 'utf-16le' ? bytes : bytes.swap16(), 3), {
      ...roomy,
      rows: 1,
    })
    expect(parts.map(textOf)).toEqual([
      '\uFEFFhandle\ttitle\tvariant_sku\r\né\tÉ😀\t1\r\n',
      '\uFEFFhandle\ttitle\tvariant_sku\r\nb\tB\t2\r\n',
    ])
  })

  test('keeps the bytes of an encoding that it does not know', async () => {
    const file = Buffer.from(`${header}caf\u00e9,\u00c9,1\r\ncaf\u00e8,\u00c8,2\r\n`, 'latin1')
    const parts = await split([file], { ...roomy, rows: 1 })
    expect(parts.map((part) => Buffer.from(part.bytes).toString('latin1'))).toEqual([
      `${header}caf\u00e9,\u00c9,1\r\n`,
      `${header}caf\u00e8,\u00c8,2\r\n`,
    ])
    expect(parts.map(({ apartCount }) => apartCount)).toEqual([0, 0])
  })

  test('is read only as far as the next parts need', async () => {
    let taken = 0
    function* endless() {
      yield Buffer.from(header)
      for (;;) yield Buffer.from(`p${++taken},${'x'.repeat(100_000)},1\r\n`)
    }
    const limits: PartLimits = { ...roomy, bytes: 1_000_000 }
    let parts = 0
    for await (const _ of splitFile(endless(), limits)) if (++parts === 50) break
    expect(parts).toBe(50)
    expect(taken).toBeLessThan(50 * 10 + 60)
  })
})

describe('products', () => {
  test('are whole if their rows are close to each other, even with others between them', async () => {
    const rows = ['a', 'b', 'c', 'd', 'c', 'd', 'e', 'f'].map((handle, index) => `${handle},,${index}\n`)
    const parts = await split([Buffer.from(header + rows.join(''))], { ...roomy, rows: 5 })
    expect(parts.map(bodyOf)).toEqual([rows.slice(0, 2).join(''), rows.slice(2, 7).join(''), rows[7]])
    expect(parts.flatMap(({ apart }) => apart)).toEqual([])
  })

  test('are whole however long the file is, if their rows are close to each other', async () => {
    const block = fc.shuffledSubarray([0, 0, 0, 1, 1, 1], { minLength: 6 })
    const blocks = fc.array(block, { minLength: 5, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(blocks, fc.integer({ min: 6, max: 20 }), chunkSize, async (mixed, rows, size) => {
        const lines = mixed.flatMap((products, index) => products.map((one) => `p${index}-${one},,\n`))
        const parts = await split(chunked(Buffer.from(header + lines.join('')), size), { ...roomy, rows })
        expect(parts.map(bodyOf).join('')).toBe(lines.join(''))
        expect(parts.flatMap(({ apart }) => apart)).toEqual([])
      }),
    )
  })

  test('are whole above and below a row that is far from both', async () => {
    const handles = ['a', 'b', 'b', 'c', 'd', 'e', 'b', 'b']
    const rows = handles.map((handle, index) => `${handle},,${index}\n`)
    const parts = await split([Buffer.from(header + rows.join(''))], { ...roomy, rows: 2 })
    expect(parts.map((part) => part.rows)).toEqual([1, 2, 2, 1, 2])
  })

  test('whose rows are far apart are named', async () => {
    const handles = ['Café', 'b', 'b', 'c', 'd', 'cafe\u0301', 'e', 'b']
    const rows = handles.map((handle, index) => `${handle},,${index}\n`)
    const parts = await split([Buffer.from(header + rows.join(''))], { ...roomy, rows: 3 })
    expect(parts.map(({ apart }) => apart)).toEqual([
      [],
      [{ name: 'café', reason: 'rows_apart' }],
      [{ name: 'b', reason: 'rows_apart' }],
    ])
  })

  test('that are larger than a part are named in each further part, up to twenty', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => `a,,${index}\n`)
    const parts = await split([Buffer.from(header + rows.join(''))], { ...roomy, rows: 3 })
    expect(parts.map(({ rows: count, apart }) => [count, apart])).toEqual([
      [3, []],
      [3, [{ name: 'a', reason: 'too_large' }]],
      [1, [{ name: 'a', reason: 'too_large' }]],
    ])
    const far = Array.from({ length: 30 }, (_, index) => `p${index},,\n`)
    const [, second] = await split([Buffer.from(header + far.join('') + far.join(''))], {
      ...roomy,
      rows: 30,
    })
    expect([second?.apart.length, second?.apartCount]).toEqual([20, 30])
  })

  test('include the rows below them that name no product', async () => {
    const shopify = 'Handle,Title,Body (HTML)\n'
    const parts = await split([Buffer.from(`${shopify}a,A,\n,,more\nb,B,\n,,more\n,,more\n`)], {
      ...roomy,
      rows: 4,
    })
    expect(parts.map(({ rows }) => rows)).toEqual([2, 3])
  })

  test('include the variants that their row lists, above it or below', async () => {
    const magento = 'sku,store_view_code,product_type,name,configurable_variations\n'
    const rows = [
      'A,,simple,A,\n',
      'T-S,,simple,Tee S,\n',
      'T,,configurable,Tee,"sku=t-s,size=S|sku=T-M,size=M"\n',
      'T-M,,simple,Tee M,\n',
      'T-M,de,simple,T-Shirt M,\n',
      'B,,simple,B,\n',
    ]
    const parts = await split([Buffer.from(magento + rows.join(''))], { ...roomy, rows: 4 })
    expect(parts.map((part) => part.rows)).toEqual([1, 4, 1])
  })

  test('are identified by their name if the format has no handles', async () => {
    const etsy = 'TITLE,PRICE,CURRENCY_CODE\n'
    const rows = ['Mug,1,EUR\n', 'Cup,2,EUR\n', 'Jug,3,EUR\n', 'MUG!,4,EUR\n']
    const [one, two] = await split([Buffer.from(etsy + rows.join(''))], { ...roomy, rows: 2 })
    expect([one?.apart, two?.apart]).toEqual([[], [{ name: 'mug', reason: 'same_name' }]])
  })

  test('are identified by the column that was chosen if the format is not known', async () => {
    const file = Buffer.from('Modell;Farbe;Preis\nM1;rot;1\nM2;rot;1\nM2;blau;1\n')
    const rowsOf = async (productColumn?: string) =>
      (await split([file], { ...roomy, rows: 2 }, productColumn)).map(({ rows }) => rows)
    expect(await rowsOf()).toEqual([2, 1])
    expect(await rowsOf('modell')).toEqual([1, 2])
  })
})

test.each([
  ['a workbook', 'PK\u0003\u0004\0\0', 'not_text', undefined],
  ['a NUL far down', `${header}a,A,1\n${'b,B,2\n'.repeat(300_000)}\0`, 'not_text', undefined],
  ['nothing', '', 'no_rows', 1],
  ['a header alone', header, 'no_rows', undefined],
  ['a header and blank rows', `${header},,\n`, 'no_rows', undefined],
  ['a quotation mark never closed', `${header}a,A,1\nb,"${'x'.repeat(3_000_000)}`, 'row_too_large', 3],
  ['one in the header', `"${'x'.repeat(3_000_000)}`, 'row_too_large', 1],
])('refuses %s', async (_, content, code, row) => {
  const most = { ...roomy, bytes: 2_000_000 }
  await expect(split([Buffer.from(content)], most)).rejects.toMatchObject({ code, row })
})

test('a part is named after its file', () => {
  expect(partName('Products 2026.CSV', 7)).toBe('Products 2026-part-007.CSV')
  expect(partName('products', 1234)).toBe('products-part-1234.csv')
})

/** Products, each a list of rows with its handle, with every kind of cell. */
const rowsOfProducts = fc
  .array(
    fc.array(
      fc.tuple(
        fc.constantFrom('', 'x', '"a ""b"" c"', '"line\nbreak"', '"\r\n,"', ' "q"', 'é😀', '5"', '\u00A0'),
        fc.constantFrom('', '1', '"', 'a"b'),
        fc.constantFrom('\r\n', '\n', '\r'),
      ),
      { minLength: 1, maxLength: 8 },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((products) =>
    products.map((rows, product) =>
      // A quotation mark that opens the last cell must be closed.
      rows.map(([title, sku, end]) => `p${product},${title},${sku === '"' ? '""""' : sku}${end}`),
    ),
  )
const chunkSize = fc.integer({ min: 1, max: 50 })
const smallLimits = fc.record({
  rows: fc.integer({ min: 1, max: 12 }),
  bytes: fc.integer({ min: 40, max: 400 }),
  cells: fc.integer({ min: 3, max: 40 }),
})

function* chunked(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function split(
  chunks: Iterable<Uint8Array>,
  limits: PartLimits,
  productColumn?: string,
): Promise<FilePart[]> {
  return Array.fromAsync(splitFile(chunks, limits, productColumn === undefined ? {} : { productColumn }))
}

function textOf({ bytes }: FilePart): string {
  return Buffer.from(bytes).toString()
}

function bodyOf(part: FilePart): string {
  return textOf(part).slice(header.length)
}
