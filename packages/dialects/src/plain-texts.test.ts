import { describe, expect, test } from '@jest/globals'
import { exportOf, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { plainText } from './plain-texts.ts'
// By dialect, a file with entities in each plain text; the option is `Colour &amp; Cut`.
import files from './testing/files-with-entities.json' with { type: 'json' }

const html = '<p>Salt &amp; Pepper</p>'
const name = 'Salt &amp; Pepper&#8217;s &quot;best&quot;'
const value = 'Black &amp; White'

describe.each(Object.entries(files))('in %s', (dialect, lines) => {
  const text = lines
    .join('\n')
    .replaceAll('NAME,', `"${name}",`)
    .replaceAll('HTML,', `${html},`)
    .replaceAll('TEXT', 'Bread &amp;amp; Butter')
    .replaceAll('OPTION', 'Colour &amp; Cut')
    .replaceAll('VALUE', value)

  test('names, options and other plain texts are decoded once, descriptions not at all', async () => {
    const { file, preview, products, catalog } = await importFixture(Buffer.from(text))
    expect(file.dialect).toBe(dialect)
    expect(preview.counts.errors).toBe(0)
    expect(products).toMatchObject([
      {
        handle: expect.stringMatching(/^salt-pepper-?s-best$/),
        title: 'Salt & Pepper’s "best"',
        optionNames: ['Colour & Cut'],
        variants: [{ sku: 'A', optionValues: ['Black & White'] }],
      },
    ])
    const [product] = products
    const texts = [product?.vendor, product?.productType, product?.seoTitle, product?.seoDescription]
    const all = [...texts, ...(product?.tags ?? []), ...(product?.images ?? []).map(({ alt }) => alt)]
    for (const each of all.filter(Boolean)) expect(each).toBe('Bread &amp; Butter')
    expect(['', html]).toContain(product?.descriptionHtml)
    const { preview: again } = await importFixture(exportOf(catalog), catalog)
    expect(again.counts).toMatchObject({ adds: 0, updates: 0, errors: 0 })
  })
})

test.each([
  ['Q&A', 'Q&A'],
  ['R&D; AT&T', 'R&D; AT&T'],
  ['A&copy B', 'A&copy B'],
  ['&amp;amp;', '&amp;'],
  ['5 &lt; 6 &gt; 4&nbsp;&#039;&#x27;', "5 < 6 > 4\u00a0''"],
])('%j is %j', (text, expected) => {
  expect(plainText(text)).toBe(expected)
})

test('a canonical file is read as it is', async () => {
  const bytes = Buffer.from(`handle,title,variant_price,tags\na,${name.replaceAll('"', '')},5,${value}\n`)
  const { file, products } = await importFixture(bytes)
  expect(file.dialect).toBe('canonical')
  expect(products).toMatchObject([{ title: name, tags: [value] }])
})
