import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { imageList } from './image-links.ts'

const a = 'https://img.example/w_300,h_200/801_blue,p-724,s-700.jpg'
const b = 'https://img.example/b.jpg'

describe('a list of images', () => {
  test.each([
    [`${a}, ${b}`, [a, b]],
    [`${a},${b}`, [a, b]],
    [`${b}|${a}`, [b, a]],
    [`${b} ; ${a};`, [b, a]],
    [`${b}\n${a}`, [b, a]],
    [`${b} ${a}`, [b, a]],
    [`${b},//img.example/c`, [b, '//img.example/c']],
    [`${b}, c.jpg,d.png?v=1`, [b, 'c.jpg', 'd.png?v=1']],
    [`https://img.example/1, c.jpg`, ['https://img.example/1', 'c.jpg']],
    [`${b}, N/A`, [b, 'N/A']],
    ['c.jpg,d,e.jpg', ['c.jpg', 'd', 'e.jpg']],
    ['/m/h/1.jpg,/m/h/2.jpg', ['/m/h/1.jpg', '/m/h/2.jpg']],
    ['my cup.jpg, other.jpg', ['my cup.jpg', 'other.jpg']],
    [
      'https://img.example/my cup.jpg, https://img.example/x',
      ['https://img.example/my cup.jpg', 'https://img.example/x'],
    ],
    [`https://img.example/a\\,b.jpg, ${b}`, ['https://img.example/a,b.jpg', b]],
    [' ,, ', []],
    ['', []],
  ])('%j', (cell, images) => expect(imageList(cell)).toEqual(images))
})

/** By dialect, a file up to the cell for its images. */
const withLists = {
  woocommerce: 'Type,SKU,Name,Regular price,Images\nsimple,S,Cup,1,',
  magento2: 'sku,attribute_set_code,product_type,name,price,additional_images\nS,Default,simple,Cup,1,',
  wix: 'handleId,fieldType,name,price,productImageUrl\ncup,Product,Cup,1,',
  etsy: 'TITLE,PRICE,CURRENCY_CODE,QUANTITY,IMAGE1\nCup,1,EUR,1,',
  medusa: 'Product Handle,Product Title,Variant SKU,Price EUR,Image 1 Url\ncup,Cup,S,1,',
  product_feed:
    'id,title,availability,condition,price,link,image_link\nS,Cup,in stock,new,1.00 EUR,https://a.example/,',
  prestashop:
    'Product ID;Active (0/1);Name *;Price tax excluded or Price tax included;Reference #;Image URLs (x,y,z...)\n1;1;Cup;1;S;',
  squarespace:
    'Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,SKU,Price,Stock,Visible,Hosted Image URLs\na,b,PHYSICAL,shop,cup,Cup,S,1,1,Yes,',
  matrixify:
    'ID,Handle,Command,Title,Body HTML,Variant Price,Image Command,Image Src\n1,cup,MERGE,Cup,x,1,MERGE,',
  bigcommerce_v2: 'Item Type,Product Name,Price,Product Code/SKU,Product Image URL - 1\nProduct,Cup,1,S,',
}

/** Addresses as image services have them. */
const path = fc.stringMatching(/^[a-z0-9_]{1,4}(?:[,;|/=-][a-z0-9_]{1,4}){0,6}$/)
const address = fc
  .tuple(
    fc.constantFrom('https://', 'http://', '//'),
    path,
    fc.constantFrom('', '.jpg', '.png?w=3,h=4', '~x'),
  )
  .map(([scheme, name, ending]) => `${scheme}img.example/${name}${ending}`)
const separator = fc.constantFrom(',', ', ', ';', ' | ', '|', '\n', ' ')

describe.each(Object.entries(withLists))('%s', (dialect, file) => {
  test('reads each image of a list once, whatever its address holds', async () => {
    const list = fc.uniqueArray(address, {
      minLength: 1,
      maxLength: 4,
      selector: (url) => url.replace(/^https:/, ''),
    })
    await fc.assert(
      fc.asyncProperty(list, separator, async (urls, between) => {
        const { dialect: recognized, preview } = await imported(`${file}"${urls.join(between)}"`)
        expect(recognized).toBe(dialect)
        expect(preview.rows.map(({ kind, warnings }) => [kind, warnings])).toEqual([['add', []]])
        expect(preview.plan.images.adds.map(({ url }) => url)).toEqual(
          urls.map((url) => url.replace(/^\/\//, 'https://')),
        )
      }),
      { numRuns: 50 },
    )
  })
})

/** With a row or a column for each image. */
const withoutLists = {
  shopify_legacy: 'Handle,Title,Body (HTML),Variant Price,Image Src\ncup,Cup,x,1,',
  shopify: 'Title,URL handle,Price,Published on online store,Product image URL\nCup,cup,1,TRUE,',
}

test.each(Object.entries(withoutLists))(
  '%s takes the first image of a list, with a warning',
  async (_, file) => {
    const { preview } = await imported(`${file}"${a}, //img.example/c"`)
    expect(preview.plan.images.adds.map(({ url }) => url)).toEqual([a])
    expect(preview.rows).toMatchObject([
      { kind: 'add', warnings: [{ code: 'ignored_value', value: 'https://img.example/c' }] },
    ])
  },
)

describe.each(Object.entries({ ...withLists, ...withoutLists }))('%s', (_, file) => {
  test.each([
    ['cup.png', 'file_name'],
    ['https://img .example/cup.png', 'syntax'],
    [`https://img.example/${'x'.repeat(2_048)}`, 'length'],
  ])('leaves out an image that has no address, not its product: %#', async (cell, fault) => {
    const { preview } = await imported(`${file}"${cell}"`)
    expect(preview.rows).toMatchObject([
      { kind: 'add', warnings: [{ code: 'image_not_fetchable', parameters: { case: fault } }] },
    ])
    expect(preview.plan.images.adds).toEqual([])
  })
})

async function imported(text: string) {
  const { dialect, table } = await fileOf(text)
  return { dialect, preview: previewAgainst(emptyCatalog(), table) }
}
