import { expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { ImportedFixture } from '../../../test/support/preview/import-fixture.ts'

test('a new row shows each field that it sets, defaults included', async () => {
  const imported = await importFixture('canonical/realistic.csv')
  expect(changeLines(imported, 2)).toEqual([
    'title: Linen Shirt',
    'description_html: <p>Soft, "washed" linen.</p>\n<ul><li>Made in Porto</li></ul>',
    'vendor: Casa Lino',
    'product_type: Shirts',
    'tags: linen, new, summer',
    'status: active',
    'seo_title: Linen shirt for warm days',
    'seo_description: Washed linen, made in Porto.',
    'option1_name: Size',
    'option2_name: Color',
    'metadata.care:   30 °C\n  line dry',
    'metadata.fit-note: Runs large',
    'image_url: https://cdn.shop.example/linen/white.jpg',
    'image_position: 1',
    'image_alt: White shirt, front',
    'option1_value: S',
    'option2_value: White',
    'variant_sku: LS-S-WHT',
    'variant_barcode: 4006381333931',
    'variant_price: 59.00',
    'variant_compare_at_price: 79.00',
    'variant_inventory_quantity: 12',
    'variant_weight_grams: 226.796185',
    'variant_requires_shipping: TRUE',
    'variant_taxable: TRUE',
    'variant_image_url: https://cdn.shop.example/linen/white.jpg',
  ])
  expect(changeLines(imported, 6)).toEqual([
    'image_url: https://cdn.shop.example/linen/collar.jpg?w=2000',
    'image_position: 2',
    'image_alt: Collar',
  ])
  expect(changeLines(imported, 32)).toEqual([
    'title: Tote Bag',
    'status: draft',
    'variant_price: 9.00',
    'variant_requires_shipping: TRUE',
    'variant_taxable: TRUE',
  ])
})

/** The new values of a row, such as `tags: sale`. */
function changeLines({ preview }: ImportedFixture, row: number): string[] {
  const changes = preview.rows.find((each) => each.row === row)?.changes ?? []
  return changes.map(({ field, after }) => `${field}: ${after}`)
}
