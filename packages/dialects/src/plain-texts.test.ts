import { describe, expect, test } from '@jest/globals'
import { exportOf, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { plainText } from './plain-texts.ts'

const html = '<p>Salt &amp; Pepper</p>'
const name = 'Salt &amp; Pepper&#8217;s &quot;best&quot;'
const value = 'Black &amp; White'

/** By dialect, a file with entities in each plain text; the option is `Colour &amp; Cut`. */
const files = {
  shopify: [
    'URL handle,Title,Description,Vendor,Type,Tags,SEO title,SEO description,Option1 name,Option1 value,SKU,Price,Product image URL,Image alt text',
    `,NAME,HTML,TEXT,TEXT,TEXT,TEXT,TEXT,OPTION,VALUE,A,5,https://a.example/a.jpg,TEXT`,
  ],
  shopify_legacy: [
    'Handle,Title,Body (HTML),Vendor,Type,Tags,SEO Title,SEO Description,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Alt Text',
    `salt-peppers-best,NAME,HTML,TEXT,TEXT,TEXT,TEXT,TEXT,OPTION,VALUE,A,5,https://a.example/a.jpg,TEXT`,
  ],
  woocommerce: [
    'Type,SKU,Name,Description,Brands,Tags,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
    `variable,P,NAME,HTML,TEXT,TEXT,,,OPTION,"VALUE, Red"`,
    `variation,A,,,,,5,P,OPTION,VALUE`,
  ],
  medusa: [
    'Product Handle,Product Title,Product Description,Product Type,Product Tag 1,Variant SKU,Variant Option 1 Name,Variant Option 1 Value,Variant Price EUR',
    `,NAME,HTML,TEXT,TEXT,A,OPTION,VALUE,5`,
  ],
  bigcommerce_v2: [
    'Item Type,Product Name,Product Description,Brand Name,Page Title,Meta Description,Product Code/SKU,Price,Product Image URL - 1,Product Image Description - 1',
    `Product,NAME,HTML,TEXT,TEXT,TEXT,,,https://a.example/a.jpg,TEXT`,
    `SKU,[S]OPTION=VALUE,,,,,A,5,,`,
  ],
  bigcommerce_v3: [
    'Item,ID,Name,Description,Page Title,Meta Description,SKU,Options,Price,Image URL (Import),Image Description',
    `Product,1,NAME,HTML,TEXT,TEXT,,,,,`,
    `Variant,2,,,,,A,Type=Swatch|Name=OPTION|Value=VALUE,5,,`,
    `Image,3,,,,,,,,https://a.example/a.jpg,TEXT`,
  ],
  magento2: [
    'sku,product_type,name,description,meta_title,meta_description,price,base_image,base_image_label,configurable_variations,configurable_variation_labels',
    `P,configurable,NAME,HTML,TEXT,TEXT,,https://a.example/a.jpg,TEXT,"sku=A,cut=VALUE",cut=OPTION`,
    `A,simple,NAME A,,,,5,,,,`,
  ],
  wix: [
    'handleId,fieldType,name,description,brand,sku,price,productImageUrl,mediaAltText,productOptionName1,productOptionDescription1',
    `,Product,NAME,HTML,TEXT,A,5,https://a.example/a.jpg,TEXT,OPTION,VALUE`,
  ],
  etsy: [
    'TITLE,PRICE,CURRENCY_CODE,QUANTITY,TAGS,SKU,IMAGE1,Variation 1 name,Variation 1 values',
    `NAME,5,EUR,1,TEXT,A,https://a.example/a.jpg,OPTION,VALUE`,
  ],
  lightspeed: [
    'handle,name,description,brand_name,product_category,tags,sku,retail_price,supply_price,variant_option_one_name,variant_option_one_value',
    `salt-peppers-best,NAME,HTML,TEXT,TEXT,TEXT,A,5,1,OPTION,VALUE`,
  ],
}

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
