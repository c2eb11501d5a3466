import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { emptyCatalog } from '../../../test/support/preview/apply-plan.ts'
import { previewOf } from '../../../test/support/preview/shop.ts'
import { isSpreadsheetError } from './warn-of-damage.ts'

const windows1252 = new TextDecoder('windows-1252')
const misread = (text: string) => windows1252.decode(Buffer.from(text))

/** The cases of the row's warnings, for a new product with the text as its vendor. */
async function casesOf(vendor: string) {
  const row = { handle: 'a', title: 'A', variant_price: '1', vendor }
  const { rows } = await previewOf([row], emptyCatalog())
  return rows[0]?.warnings.map(({ parameters }) => parameters?.['case'])
}

describe('a new text that was read in the wrong encoding has a warning', () => {
  test.each([
    'für',
    'Kräfte',
    'GRÖSSE',
    'Größe ÜBER alles',
    'café',
    'été',
    'île',
    'maître',
    'voilà',
    'São João',
    'ação',
    'niño',
    'łódź',
    'čeština',
    'çiçek',
    'Ağaç',
    'It’s “fine” – really…',
    '5 €',
    'Acme™',
    '25 °C',
    '© 2026',
    'Привет',
    'кофе',
  ])('%s', async (text) => expect(await casesOf(misread(text).trim())).toContain('garbled'))

  test('also converted once more', async () => {
    expect(await casesOf(misread(misread('für')))).toEqual(['garbled'])
  })
})

describe('a text as people write it has none', () => {
  test.each([
    // German, French, Portuguese, Vietnamese, Swedish, Danish, Icelandic, Romanian, Turkish, Polish, Spanish
    'Größe ÄÖÜß „Spaß“ – 5 € …',
    '“CAFÉ” CAFÉ™ CAFÉ® À‑côté « ÊTRE » Île-de-France L’Âge',
    '“IRMÃ” IRMÃ™ MANHÃ® MANHÃ… NÃO AVIÃO “Maçã” Ânsia ÂNGULO Âmbar',
    'NGÃ “MÃ” Mã số: Ân Ấn Độ, Đà Nẵng – Sữa rửa mặt',
    '“BLÅ” BLÅ™ Åre Å’s ÅÄÖ “Å” “På”',
    'ÆØÅ® Blå… “Ål”',
    'Ð Ñ ÐÐ® “Það” Ægir',
    'România Î· Ăâ Ț',
    'İstanbul Çiçek “ŞÖLEN”',
    'Łódź – Żółć „Ćma”',
    '¿Qué? ¡Año! ÑANDÚ™ 1ª 2º',
    '25 °C ½ l ± 3 µm © 2026 § 5',
    'Привет, мир! Ё',
  ])('%s', async (text) => expect(await casesOf(text)).toEqual([]))

  test('whatever letters it has', () => {
    const letters = 'abcxyzäöüßáàâãåæçéèêëíìîïñóòôõøúùûýÿœšžßÄÖÜÁÀÂÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÕØÚÙÛÝŒŠŽ'
    const word = fc.string({ unit: fc.constantFrom(...letters.split('')), minLength: 1, maxLength: 8 })
    // A letter of one language beside that of another: Ãœ, Ãš and Ãž are words of none.
    const real = word.filter((text) => !/Ã[œŒšŠžŽ]|(?:^|[^A-Z])[ÄÅ][œŒšŠžŽ]|[a-zß-ÿ][ÃÄÅ]/u.test(text))
    const sentence = fc.array(fc.tuple(real, fc.constantFrom(' ', ', ', '. ', '! ', '-', '/', ' – ', ' & ')))
    return fc.assert(
      fc.asyncProperty(sentence, async (words) => {
        expect(await casesOf(words.flat().join('').trim() || 'x')).toEqual([])
      }),
    )
  })
})

describe('what a spreadsheet shows for a formula that failed', () => {
  test.each(['#N/A', '#REF!', '#NV', '#¡VALOR!', '#ССЫЛКА!'])('%s is named in any column', async (error) => {
    expect(isSpreadsheetError(error)).toBe(true)
    expect(await casesOf(error)).toEqual(['formula'])
    const { rows } = await previewOf(
      [{ handle: 'a', title: 'A', variant_price: error, status: error, variant_inventory_quantity: error }],
      emptyCatalog(),
    )
    expect(rows[0]?.errors.map(({ code }) => code)).toEqual(Array(3).fill('formula_error'))
  })
})
