import { anyCharacter } from '@catalog/catalog/testing'
import { maxFileBytes, maxRows, ServiceError } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { parseRecords } from './parse-records.ts'
import { sniff } from './sniff.ts'

describe('encodings', () => {
  const text = 'handle,title\r\nete,Été “1” €\r\n'
  const utf16be = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-8 with two', Buffer.from(`\ufeff\ufeff${text}`), 'utf-8'],
    ['UTF-8 that ends with Ctrl-Z', Buffer.from(`${text}\r\n\u001a`), 'utf-8'],
    ['UTF-16 LE', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 BE', utf16be, 'utf-16be'],
    ['Windows-1252', windows1252(text), 'windows-1252'],
  ])('reads %s', async (_name, bytes, encoding) => {
    const file = await fileOf(bytes)
    expect(file.encoding).toBe(encoding)
    expect(file.header).toEqual(['handle', 'title'])
    expect(file.records).toEqual([{ row: 2, cells: ['ete', 'Été “1” €'] }])
    expect(file.bytes.equals(bytes)).toBe(true)
    expect(file.warnings.map(({ code }) => code)).toEqual(encoding === 'windows-1252' ? ['windows_1252'] : [])
  })

  test('reads a file as Windows-1252 of which only the end is not UTF-8', async () => {
    const filler = Array.from({ length: 4_000 }, (_, index) => `product-${index},Title ${index}\n`).join('')
    const file = await fileOf(windows1252(`handle,title\n${filler}last,Größe\n`))
    expect(file.encoding).toBe('windows-1252')
    expect(file.records).toHaveLength(4_001)
    expect(file.records.at(-1)).toEqual({ row: 4_002, cells: ['last', 'Größe'] })
  })

  test.each([
    [
      'UTF-8 with a byte order mark',
      Buffer.concat([Buffer.from('\ufeffhandle,title\na,\ufffd\n'), Buffer.from([0xe9, 0xe8])]),
    ],
    ['UTF-16 with half a character', Buffer.from('\ufeffhandle,title\na,\ufffd\nb,\ud800x', 'utf16le')],
    ['UTF-16 with half a byte pair', Buffer.from('\ufeffhandle,title\ra,"\r"\rb', 'utf16le').subarray(0, -1)],
    [
      'Windows-1252 with undefined bytes',
      Buffer.concat([Buffer.from('handle,title\r\na,"\n"\r\n'), Buffer.from([0x81, 0xe9])]),
    ],
  ])('refuses broken %s with undecodable_text, and names the row', async (_name, bytes) => {
    await expect(fileOf(bytes)).rejects.toMatchObject({
      code: 'undecodable_text',
      message: expect.stringContaining('row 3 '),
    })
  })
})

describe('delimiters', () => {
  test.each([',', ';', '\t', '|'] as const)('recognises %j by the header', async (delimiter) => {
    const file = await fileOf(
      ['handle', '"title"', 'tags'].join(delimiter) + '\n' + ['a', '"x;,|\ty"', 'b'].join(delimiter),
    )
    expect(file.delimiter).toBe(delimiter)
    expect(file.records[0]?.cells).toEqual(['a', 'x;,|\ty', 'b'])
  })

  test.each(['sep=;\r\n', '"sep=;"\n', '\ufeffsep=;\r'])('honours and skips the line %j', async (line) => {
    const file = await fileOf(`${line}handle;title\na;x,y,z\n`)
    expect(file.delimiter).toBe(';')
    expect(file.records).toEqual([{ row: 2, cells: ['a', 'x,y,z'] }])
  })

  test('honours the line in UTF-16 too', async () => {
    const file = await fileOf(Buffer.from('\ufeffsep=|\r\nhandle|title\r\na|b', 'utf16le'))
    expect(file.records).toEqual([{ row: 2, cells: ['a', 'b'] }])
  })
})

describe('rows', () => {
  test('end with CRLF, LF or CR, in any mixture', async () => {
    const file = await fileOf('handle,title\ra,1\r\nb,2\nc,"3\r\n4\n5\r6"')
    expect(file.records).toEqual([
      { row: 2, cells: ['a', '1'] },
      { row: 3, cells: ['b', '2'] },
      { row: 4, cells: ['c', '3\r\n4\n5\r6'] },
    ])
  })

  test('are numbered as the spreadsheet numbers them: blank ones count, and are skipped', async () => {
    const file = await fileOf('handle,title\n\na,"1\n2"\n,\n  ,\n\nb,2\n\n')
    expect(file.records.map(({ row }) => row)).toEqual([3, 7])
  })

  test('may have empty columns at the end', async () => {
    const file = await fileOf('handle,title,,\na,b,,,,\n')
    expect(file.header).toEqual(['handle', 'title'])
    expect(file.table.rows[0]).toMatchObject({ errors: [], warnings: [] })
  })

  test('that are short are padded with a warning, those with data beyond the header are an error', async () => {
    const { table } = await fileOf('handle,title,tags\na,b\nc,d,e,f\n')
    expect(table.rows[0]?.warnings).toMatchObject([{ code: 'row_padded' }])
    expect(table.rows[1]?.errors).toMatchObject([{ code: 'data_beyond_header', value: 'f' }])
  })

  test('with data in a column between others that has no name are fine: it is one more unknown column', async () => {
    const file = await fileOf(',handle,,title\n0,a,,b\n1,c,x,d\n')
    expect(file.table.rows.map(({ errors }) => errors.length)).toEqual([0, 0])
    expect(file.unknownColumns.map(({ name }) => name)).toEqual(['(column 1)', '(column 3)'])
  })
})

describe('the header', () => {
  test.each([
    ['Handle', 'Variant SKU', 'variant-price'],
    [' HANDLE ', 'variant_sku', 'Variant  Price'],
    ['\ufeffhandle', '"variant sku"', 'VARIANT_PRICE'],
  ])('is recognised as %s, %s, %s', async (...header) => {
    const file = await fileOf(`${header.join(',')}\na,b,1\n`)
    expect(file.dialect).toBe('canonical')
    expect(file.table.columns).toEqual(['handle', 'variant_sku', 'variant_price'])
  })

  test('keeps the key of a metadata column as it is, but for its case', async () => {
    const file = await fileOf('handle,title,Metadata.Care-1,metadata.care_1,metadata.bad key\na,b,c,d,e\n')
    expect(file.table.columns).toEqual(['handle', 'title', 'metadata.care-1', 'metadata.care_1', null])
    expect(file.unknownColumns).toEqual([{ name: 'metadata.bad key', nearest: null }])
  })

  test('that fits both formats is read in the one whose spelling it has', async () => {
    const ours = await fileOf('handle,title,variant_sku,variant_price\na,b,c,1\n')
    const theirs = await fileOf('Handle,Title,Variant SKU,Variant Price\na,b,c,1\n')
    expect([ours.dialect, theirs.dialect]).toEqual(['canonical', 'shopify_legacy'])
  })

  test.each(['Item Type,Product Name', 'Product Handle,Variant Price EUR', 'url_key,sku,product_type'])(
    'with the columns of an error report has no unknown ones: %s',
    async (columns) => {
      const file = await fileOf(`${columns},error_column,Error_Code,error_message\nProduct,a,simple\n`)
      expect(file.unknownColumns).toEqual([])
    },
  )

  test('may have unknown columns, which are listed with the nearest name', async () => {
    const file = await fileOf(
      'handle,title,variant_price,vendor,price,Tittle,Colour chart,vendr,error_code\na,b,1,2,3,4,5\n',
    )
    expect(file.unknownColumns).toEqual([
      { name: 'price', nearest: 'variant_price' },
      { name: 'Tittle', nearest: 'title' },
      { name: 'Colour chart', nearest: null },
      { name: 'vendr', nearest: 'vendor' },
    ])
    expect(file.unknownColumnsCount).toBe(4)
  })

  test('are read up to the 500th character', async () => {
    const { header, unknownColumns } = await fileOf(`handle,title,${'x'.repeat(600)}\na,b,c\n`)
    expect(header).toEqual(['handle', 'title', `${'x'.repeat(500)}…`])
    expect(unknownColumns).toMatchObject([{ nearest: null }])
  })

  test.each([
    'handle,title,Title',
    'handle,variant_sku,title,Variant SKU',
    'handle,title,metadata.a,Metadata.a',
    'Handle,title,handle',
  ])('is refused with duplicate_column: %s', async (header) => {
    await expect(fileOf(`${header}\na,b,c,d\n`)).rejects.toMatchObject({ code: 'duplicate_column' })
  })

  test('may repeat a column that is not read', async () => {
    const file = await fileOf('handle,title,note,note,,\na,b,c,d\n')
    expect(file.table.rows).toMatchObject([{ cells: ['a', 'b', 'c', 'd'], errors: [] }])
    expect(file.unknownColumns.map(({ name }) => name)).toEqual(['note', 'note'])
  })

  test.each(['title,variant_price', 'handle', 'variant_sku', 'Title,Vendor,Variant Price'])(
    'is refused with missing_column: %s',
    async (header) => {
      await expect(fileOf(`${header}\na,b,c,d\n`)).rejects.toMatchObject({ code: 'missing_column' })
    },
  )

  test.each([
    'handle,status',
    'handle,variant_inventory_quantity',
    'variant_sku,variant_price',
    'handle,variant_sku',
    'variant_sku,image_url',
    'Handle,Vendor,Tags',
    'handle,metadata.care',
  ])('of a minimal file is canonical: %s', async (header) => {
    expect((await fileOf(`${header}\na,1\n`)).dialect).toBe('canonical')
  })

  test.each(['title,vendor,tags,price', 'sku,name,price,qty', 'SKU;Product Type;Name'])(
    'of words that anybody uses is of no format: %s',
    async (header) => {
      await expect(fileOf(`${header}\na,b,c,d\n`)).rejects.toMatchObject({
        code: 'unrecognized_columns',
        message: expect.not.stringContaining('nearest'),
        mappable: { columns: header.split(/[,;]/).map((name) => ({ name, samples: expect.any(Array) })) },
      })
    },
  )

  test('of no known format is refused with the headers found and those of the template', async () => {
    const error = await fileOf('Sort,Fee,Colour\na,b,c\n').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unrecognized_columns' })
    expect(String(error)).toContain('“Sort”, “Fee”, “Colour”')
    expect(String(error)).toContain('our template: “handle” or “variant_sku”')
    expect(String(error)).not.toContain('nearest format')
  })
})

describe('a file that is not a catalog CSV', () => {
  test.each([
    ['nothing', ''],
    ['a byte order mark', '\ufeff'],
    ['blank lines', '\n\r\n  \n'],
    ['a sep line', 'sep=;\n'],
    ['a header without rows', 'handle,title\n'],
    ['a header with blank rows', 'handle,title\n,\n\n'],
  ])('%s is refused with empty_file', async (_name, content) => {
    await expect(fileOf(content)).rejects.toMatchObject({ code: 'empty_file' })
  })

  test.each([
    [
      'a PNG',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      /^This is a picture, not a catalog file\..*image_url\.$/,
    ],
    [
      'a JPEG',
      Buffer.from('ffd8ffe000104a46', 'hex'),
      /^This is a picture, not a catalog file\..*image_url\.$/,
    ],
    ['a HEIC', Buffer.from('\0\0\0\x18ftypheic'), /^This is a picture or a video, not a catalog file\./],
    ['a PDF', Buffer.from('%PDF-1.7\n'), /^This is a PDF, not a catalog file\. Export/],
    ['a gzip', Buffer.from('1f8b0800', 'hex'), /Unpack/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html>'), /web page/],
    ['text with NUL bytes', Buffer.from('handle,title\na,b\0c\n'), /row 2 contains NUL/],
    ['UTF-16 without a mark', Buffer.from('handle,title\na,b\n', 'utf16le'), /row 1 contains NUL/],
    [
      'UTF-16 with NUL characters',
      Buffer.from('\ufeffhandle,title\na,b\0c\n', 'utf16le'),
      /row 2 contains NUL/,
    ],
    ['another kind of file', Buffer.from('\x7fELF\x02\x01\0\0'), /anything else is not a catalog file\.$/],
    ['an unclosed quote', Buffer.from('handle,title\na,b\nc,"d\ne,f\n'), /row 3 is never closed/],
    [
      'an unclosed quote behind stray ones',
      Buffer.from('handle,title\na,5" x\nb,"c" \nd,"e\nf,g\n'),
      /row 4 is never/,
    ],
    [
      'a quote that closes rows later',
      Buffer.from('handle,title\na,b\nc,"d\ne,"f"\n'),
      /in row 3 closes some lines/,
    ],
    ['an unknown separator', Buffer.from('sep=#\nhandle#title\n'), /separator/],
  ])('%s is refused with not_csv and a helpful message', async (_name, bytes, sentence) => {
    await expect(fileOf(bytes)).rejects.toMatchObject({
      code: 'not_csv',
      message: expect.stringMatching(sentence),
    })
  })
})

describe('the caps (INV-18)', () => {
  test('accept 10 MB and refuse one byte more with file_too_large', async () => {
    const head = 'handle,description_html\na,'
    const full = Buffer.from(head.padEnd(maxFileBytes, 'x'))
    expect((await fileOf(full)).records).toHaveLength(1)
    await expect(fileOf(Buffer.concat([full, Buffer.from('x')]))).rejects.toMatchObject({
      code: 'file_too_large',
    })
    // Ten million steps of the parser take long inside Jest's module sandbox.
  })

  test('accept 5,000 rows, not counting blank ones, and refuse one more with too_many_rows', async () => {
    const rows = 'a,b\n\n'.repeat(maxRows)
    expect((await fileOf(`handle,title\n${rows}`)).records).toHaveLength(maxRows)
    await expect(fileOf(`handle,title\n${rows}a,b\n`)).rejects.toMatchObject({ code: 'too_many_rows' })
  })
})

describe('the caps of columns and cells', () => {
  test('accept 1,000 columns, not counting those of errors.csv and empty ones, and refuse one more', async () => {
    const most = `${wideHeader(1_000)},error_column,error_code,error_message,,,`
    expect((await fileOf(`${most}\na,b${','.repeat(20_000)}\n`)).header).toHaveLength(1_003)
    await expect(fileOf(`${wideHeader(1_001)}\na,b\n`)).rejects.toMatchObject({
      code: 'too_many_columns',
      message: expect.stringContaining('Row 1 has more than 1,000 columns'),
    })
    await expect(fileOf(`${wideHeader(1_000)}${',error_code'.repeat(4)}\na,b\n`)).rejects.toMatchObject({
      code: 'too_many_columns',
    })
  })

  test('refuse a row of more columns than a file may have, and name it', async () => {
    await expect(fileOf(`handle,title\na,b\nc,d${',x'.repeat(1_002)}\n`)).rejects.toMatchObject({
      code: 'too_many_columns',
      message: expect.stringContaining('Row 3 has more than 1,000 columns'),
    })
  })

  test('accept 1,000,000 cells and refuse one row more with too_many_cells', async () => {
    const row = `a,b${',x'.repeat(998)}\n`
    const full = `${wideHeader(1_000)}\n${row.repeat(1_000)}`
    expect((await fileOf(full)).records).toHaveLength(1_000)
    await expect(fileOf(`${full}a,b\n`)).rejects.toMatchObject({ code: 'too_many_cells' })
  })

  test('count a short row as long as the header, and no column of errors.csv', async () => {
    const start = `${wideHeader(1_000)},error_code\n`
    expect((await fileOf(start + 'a,b\n'.repeat(1_000))).records).toHaveLength(1_000)
    await expect(fileOf(start + 'a,b\n'.repeat(1_001))).rejects.toMatchObject({ code: 'too_many_cells' })
  })

  test.each([
    ['too_many_columns', 'handle,title', ',"some, name"'.repeat(1_000)],
    ['too_many_columns', 'handle,title\na,b\n', 'a,"b"," "'.repeat(1_000)],
    ['too_many_columns', 'handle,title\na,b', ','.repeat(100_000)],
    ['too_many_cells', `${wideHeader(1_000)}\n`, `a,b${',x'.repeat(998)}\n`.repeat(50)],
  ])('refuse %s in a file of ten megabytes', async (code, start, more) => {
    const full = start + more.repeat((maxFileBytes - start.length) / more.length)
    await expect(fileOf(full)).rejects.toMatchObject({ code })
  })

  test('do not count cells of only quotation marks, spaces and separators', async () => {
    const odd = `handle,title${',"",  '.repeat(20_000)}\na,"${'b,'.repeat(40_000)}"\n`
    expect((await fileOf(odd)).records).toHaveLength(1)
  })
})

test('records are the same however large the slices are that they are parsed in', () => {
  const cells = fc.array(
    fc.constantFrom('a', ',', '"', '""', '"x,\ny"', '\r', '\n', '\r\n', 'é€', ' ', '5"'),
    { maxLength: 40 },
  )
  const encodings = fc.constantFrom<[string, BufferEncoding]>(['', 'utf8'], ['\ufeff', 'utf16le'])
  fc.assert(
    fc.property(cells, encodings, fc.integer({ min: 1, max: 20 }), (parts, [mark, encoding], size) => {
      const bytes = Buffer.from(`${mark}handle,title\nfirst,a\n${parts.join('')}`, encoding)
      const read = (sliceBytes?: number) => {
        try {
          return parseRecords(bytes, sniff(bytes), {}, sliceBytes).records
        } catch (error) {
          return error instanceof ServiceError ? error.code : error
        }
      }
      expect(read(size)).toEqual(read())
    }),
    { numRuns: 500 },
  )
})

test('any bytes are read and previewed, or refused with a message', async () => {
  const pieces = fc.constantFrom(
    'handle,title\n',
    'handle;variant_price\n',
    '"',
    ',',
    ';',
    '\r',
    '\n',
    'a,b',
    '1,50',
    "'=",
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
    fc
      .array(fc.oneof(pieces, fc.string({ unit: anyCharacter, maxLength: 4 })), { maxLength: 30 })
      .map((parts) => Buffer.from(`handle,title\n${parts.join('')}`)),
    fc.string({ unit: anyCharacter }).map((text) => Buffer.from(`\ufeffhandle,title\na,${text}`, 'utf16le')),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      try {
        const file = await fileOf(content)
        const { counts, rows } = previewAgainst(emptyCatalog(), file.table)
        expect(rows).toHaveLength(file.records.length)
        expect(counts.adds + counts.updates + counts.unchanged + counts.errors).toBe(file.records.length)
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError)
      }
    }),
    { numRuns: 300 },
  )
})

function wideHeader(columns: number): string {
  return ['handle', 'title', ...Array.from({ length: columns - 2 }, (_, index) => `metadata.c${index}`)].join(
    ',',
  )
}

function windows1252(text: string): Buffer {
  const special: Record<string, number> = { '“': 0x93, '”': 0x94, '€': 0x80 }
  return Buffer.from(Array.from(text, (character) => special[character] ?? character.charCodeAt(0)))
}
