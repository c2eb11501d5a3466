import { exportFile } from './export-file.ts'

const options = [1, 2, 3, 4, 5, 6].flatMap((number) =>
  ['Name', 'Type', 'Description'].map((part) => `productOption${part}${number}`),
)
const information = [1, 2, 3, 4, 5, 6].flatMap((number) =>
  ['Title', 'Description'].map((part) => `additionalInfo${part}${number}`),
)
const header = [
  'handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost'.split(
    ',',
  ),
  options,
  information,
  'customTextField1,customTextCharLimit1,customTextMandatory1,brand'.split(','),
].flat()

/** A Product row and four Variant rows. */
export function wixFile(): Buffer {
  return exportFile(header, { variants: 4, rowsEach: 5 }, (product) => {
    const handleId = `product_1f0a2b3c-0001-4a5b-8c6d-${String(product.number).padStart(12, '0')}`
    const own = {
      handleId,
      fieldType: 'Product',
      name: product.name,
      description: product.description,
      productImageUrl: product.images
        .map((_, k) => `4cb4a2_${String(product.number * 10 + k).padStart(32, '0')}~mv2.jpg`)
        .join(';'),
      collection: 'Outdoor;New',
      price: '40.0',
      visible: 'true',
      discountMode: 'PERCENT',
      discountValue: '15.0',
      inventory: 'InStock',
      weight: '0.3',
      productOptionName1: 'Size',
      productOptionType1: 'DROP_DOWN',
      productOptionDescription1: 'S;M;L;XL',
      productOptionName2: 'Colour',
      productOptionType2: 'COLOR',
      productOptionDescription2: 'rgb(0, 0, 0):Black',
      brand: product.brand,
    }
    const variants = product.variants.map((variant, k) => ({
      handleId,
      fieldType: 'Variant',
      sku: variant.sku,
      surcharge: `${k}.5`,
      visible: 'true',
      inventory: variant.stock,
      weight: '0.3',
      productOptionDescription1: variant.size,
      productOptionDescription2: `rgb(0, 0, 0):${variant.color}`,
    }))
    return [own, ...variants]
  })
}
