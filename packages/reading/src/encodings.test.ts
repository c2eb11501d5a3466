import { describe, expect, test } from '@jest/globals'
import type { TextEncoding } from '@catalog/contracts'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { errorsCsv } from './errors-csv.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { isMacRoman } from './mac-roman.ts'
import { encode } from './testing/encode.ts'

/** Product titles in these languages. */
const titles: [TextEncoding, string[]][] = [
  ['windows-1250', ['Tričko s krátkým rukávem', 'Dámské šaty černé', 'Dětská čepice', 'Ručník žlutý']],
  ['windows-1250', ['Koszulka męska z długim rękawem', 'Łyżka drewniana', 'Świeca zapachowa', 'Kubek żółty']],
  ['windows-1251', ['Футболка мужская', 'Кружка керамическая', 'Обувь зимняя', 'Свеча ароматическая']],
  ['windows-1252', ['T-Shirt für Männer', 'Größe schwarz', 'Robe d’été', 'Écharpe en laine à manches']],
  ['windows-1253', ['Μπλούζα ανδρική', 'Φόρεμα μαύρο', 'Κούπα κεραμική μπλε', 'Κουτάλι ξύλινο']],
  ['windows-1254', ['Kışlık ayakkabı', 'Yün atkı', 'Tahta kaşık', 'Çocuk şapkası', 'Güneş gözlüğü']],
  ['windows-1255', ['חולצה לגבר', 'שמלה שחורה', 'ספל קרמיקה כחול', 'צעיף צמר']],
  ['windows-1256', ['قميص رجالي', 'فستان أسود', 'كوب سيراميك أزرق', 'شمعة معطرة']],
  ['windows-1257', ['Marškinėliai vyriški', 'Suknelė juoda', 'Mėlynas puodelis', 'Kvapni žvakė']],
  ['macintosh', ['Müller Tasse schön', 'für große Äpfel', 'Öl „weiß“', 'Größe M – blau']],
  ['macintosh', ['Bougie à la lavande', 'Crème brûlée', 'Été', 'Thé à l’orange', 'Garçon']],
  ['macintosh', ['Niño pequeño', 'Camión rápido', '¿Qué más?', 'Título']],
  ['macintosh', ['Hylla för kök', 'Gård', 'Blå skål', 'Ägg på köpet']],
  ['koi8-r', ['Футболка мужская', 'Кружка керамическая', 'Обувь зимняя', 'Свеча ароматическая']],
  ['shift_jis', ['メンズTシャツ', '青い陶器のマグカップ', '冬用の靴', '木製スプーン']],
  ['euc-jp', ['メンズTシャツ', '青い陶器のマグカップ', '冬用の靴', '木製スプーン']],
  ['gbk', ['男士纯棉短袖，穿着舒适透气', '黑色连衣裙，适合各种场合', '蓝色陶瓷咖啡杯', '羊毛围巾，柔软舒适']],
  [
    'big5',
    ['男士純棉短袖，穿著舒適透氣', '黑色連衣裙，適合各種場合', '藍色陶瓷咖啡杯', '羊毛圍巾，柔軟舒適'],
  ],
  ['euc-kr', ['남성 티셔츠', '검은색 드레스', '파란색 도자기 머그컵', '나무 숟가락']],
]

describe('a file that is not UTF-8', () => {
  test.each(titles)('is read as %s: %j', async (encoding, names) => {
    const rows = Array.from({ length: 40 }, (_, index) => [
      `p-${index}`,
      index % 5 === 0 ? (names[(index / 5) % names.length] ?? '') : `Plain mug ${index}`,
      'A <b>good</b> product; made by hand',
    ])
    const text = [
      'handle,title,description_html',
      ...rows.map((row) => row.map((cell) => `"${cell}"`).join(',')),
    ]
    const bytes = encode(`${text.join('\r\n')}\r\n`, encoding)
    const file = await fileOf(bytes)
    expect(file.encoding).toBe(encoding)
    expect(file.records.map(({ cells }) => cells)).toEqual(rows)
    expect(file.warnings).toMatchObject([
      encoding === 'windows-1252' ? { code: 'windows_1252' } : { code: 'encoding_guessed' },
    ])
  })

  test('is Windows-1252 if there is little evidence', async () => {
    for (const title of ['Café', 'Größe', 'It’s “ok” – 5 €', 'naïve', 'Haïti', '½ cup™']) {
      const file = await fileOf(encode(`handle,title\na,${title}\n`, 'windows-1252'))
      expect([file.encoding, file.records[0]?.cells[1]]).toEqual(['windows-1252', title])
    }
  })

  test('is Windows-1252 if only signs would be letters of another Latin encoding', async () => {
    const texts = ['€ 5 – ½ “off”', '+new, été', '-5 °C', 'Größe', 'O’Neill’s mug']
    const file = await fileOf(
      encode(`handle\ttitle\n${texts.map((text) => `a\t${text}\n`).join('')}`, 'windows-1252'),
    )
    expect(file.encoding).toBe('windows-1252')
    expect(file.records.map(({ cells }) => cells[1])).toEqual(texts)
  })

  test('is Mac Roman only if it can be nothing else', async () => {
    for (const title of ['lundi–mardi', 'Šaty ženy §5', 'Cœur', 'œuvre «Noël»', 'ab…cd', 'Žižek š ž']) {
      const file = await fileOf(encode(`handle,title\na,${title}\n`, 'windows-1252'))
      expect(file.records[0]?.cells[1]).toBe(title)
    }
  })

  test('is not Mac Roman if that would give signs or capitals inside words', () => {
    const words: [TextEncoding, string[]][] = [
      ['windows-1250', ['šťáva', 'žluťoučký kůň', 'pózna źle późno', 'ľahký vďaka']],
      ['windows-1254', ['kışlık ayakkabı', 'güneş gözlüğü']],
      ['windows-1257', ['šešėlis ūkis', 'įvairūs']],
      ['windows-1251', ['ћевап љубав њива']],
    ]
    for (const [encoding, texts] of words) {
      for (const text of texts) {
        const bytes = encode(`${text} ${text}`, encoding)
        const [mac, windows] = ['macintosh', 'windows-1252'].map((label) =>
          new TextDecoder(label).decode(bytes),
        )
        expect([text, isMacRoman({ mac: mac ?? '', windows: windows ?? '' })]).toEqual([text, false])
      }
    }
  })

  test('may have its first letters beyond ASCII far from the beginning', async () => {
    const filler = Array.from({ length: 4_000 }, (_, index) => `p-${index},Title ${index},x\n`).join('')
    const file = await fileOf(
      encode(`handle,title,vendor\n${filler}last,Кружка керамическая,Обувь зимняя\n`, 'windows-1251'),
    )
    expect([file.encoding, file.records.at(-1)?.cells[1]]).toEqual(['windows-1251', 'Кружка керамическая'])
  })

  test('is refused if no encoding is probable, naming the row where it begins', async () => {
    const noise = Buffer.from(Array.from({ length: 300 }, (_, index) => 0x80 + ((index * 7919) % 127)))
    const bytes = Buffer.concat([Buffer.from('handle,title\na,"b\nc"\nd,'), noise])
    await expect(fileOf(bytes)).rejects.toMatchObject({
      code: 'undecodable_text',
      message: expect.stringContaining('row 3 '),
    })
  })

  test('is refused if one byte of it is undefined, naming its row', async () => {
    const rows = 'x,Größe für Männer\n'.repeat(50)
    const bytes = encode(`handle,title\n${rows}y,z`, 'windows-1252')
    await expect(fileOf(Buffer.concat([bytes, Buffer.from([0x81])]))).rejects.toMatchObject({
      code: 'undecodable_text',
      message: expect.stringContaining('row 52 '),
    })
  })

  test('is reported as not text if it contains NUL, with the right row', async () => {
    const bytes = Buffer.concat([Buffer.from([0xe9, 0x0a]), Buffer.from('handle,title\na,b\0\n')])
    await expect(fileOf(bytes)).rejects.toMatchObject({
      message: expect.stringContaining('row 3 contains NUL'),
    })
  })
})

describe('a file that is UTF-8 except for a few bytes', () => {
  test('is UTF-8: the rows with those bytes are errors, the others are read', async () => {
    const bytes = broken('handle,title,vendor\na,Été,x\nb,"Caf� noir",Müller\nc,Größe,�\nd,ÁÍ,x\n')
    const file = await fileOf(bytes)
    expect([file.encoding, file.warnings]).toEqual(['utf-8', []])
    expect(file.records.map(({ cells }) => cells[1])).toEqual(['Été', 'Caf� noir', 'Größe', 'ÁÍ'])
    expect(file.table.rows.map(({ errors }) => errors.map(({ code, column }) => [code, column]))).toEqual([
      [],
      [['broken_text', 'title']],
      [['broken_text', 'vendor']],
      [],
    ])
  })

  test('fails every row of a product if one of them has such bytes', async () => {
    const { table } = await fileOf(
      broken('handle,title,variant_sku,variant_price\na,Ét�,1,2\na,,2,3\nc,Été,3,4\n'),
    )
    const { rows } = previewAgainst(emptyCatalog(), table)
    expect(rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
      ['broken_text'],
      ['product_invalid'],
      [],
    ])
  })

  test('may end in the middle of a character', async () => {
    const file = await fileOf(Buffer.from('handle,title\na,Été\nb,Café').subarray(0, -1))
    expect(file.encoding).toBe('utf-8')
    expect(file.table.rows.map(({ errors }) => errors.length)).toEqual([0, 1])
  })

  test('distinguishes them from a “�” that was in the text', async () => {
    const file = await fileOf(Buffer.concat([Buffer.from('handle,title\na,\ufffd\nb,'), Buffer.from([0xe9])]))
    expect(file.table.rows.map(({ errors }) => errors.length)).toEqual([0, 1])
  })

  test('returns the rows in errors.csv', async () => {
    const file = await fileOf(broken('handle,title\na,Été\nb,Caf�\n'))
    const report = await fileOf(Buffer.concat([...errorsCsv(file, [{ row: 3, errors: [] }])]))
    expect(report.records).toMatchObject([{ cells: ['b', 'Caf�', '', '', ''] }])
  })
})

/** The text with a byte that is not UTF-8 in place of each “�”. */
function broken(text: string): Buffer {
  const [first = '', ...parts] = text.split('�')
  return Buffer.concat([
    Buffer.from(first),
    ...parts.flatMap((part) => [Buffer.from([0xe9]), Buffer.from(part)]),
  ])
}
