import { exportFile } from './export-file.ts'

const header =
  'id,handle,sku,composite_name,composite_sku,composite_quantity,name,description,product_category,variant_option_one_name,variant_option_one_value,variant_option_two_name,variant_option_two_value,variant_option_three_name,variant_option_three_value,tags,active_online,weight,weight_unit,length,width,height,dimensions_unit,supply_price,retail_price,loyalty_value,loyalty_value_default,account_code,account_code_purchase,brand_name,supplier_name,supplier_code,active,track_inventory,outlet_tax_Main,inventory_Main,reorder_point_Main,restock_level_Main,outlet_tax_Harbour,inventory_Harbour,reorder_point_Harbour,restock_level_Harbour'

/** A row for each variant, all with the product's cells. */
export function lightspeedFile(): Buffer {
  return exportFile(header.split(','), { variants: 4, rowsEach: 4 }, (product) =>
    product.variants.map((variant, k) => ({
      id: `1f0a2b3c-0001-4a5b-8c6d-${String(product.number * 10 + k).padStart(12, '0')}`,
      handle: product.handle,
      sku: variant.sku,
      name: product.name,
      description: product.description,
      product_category: 'Outdoor / New',
      variant_option_one_name: 'Size',
      variant_option_one_value: variant.size,
      variant_option_two_name: 'Colour',
      variant_option_two_value: variant.color,
      tags: 'outdoor, new',
      active_online: '1',
      weight: '0.3',
      weight_unit: 'KG',
      dimensions_unit: 'CM',
      supply_price: '12',
      retail_price: variant.price,
      loyalty_value_default: '0.817',
      brand_name: product.brand,
      supplier_name: product.brand,
      active: '1',
      track_inventory: '1',
      outlet_tax_Main: 'Default Tax',
      inventory_Main: variant.stock,
      outlet_tax_Harbour: 'Default Tax',
      inventory_Harbour: '2',
    })),
  )
}
