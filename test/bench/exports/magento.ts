import { exportFile } from './export-file.ts'

const header =
  'sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,short_description,weight,product_online,tax_class_name,visibility,price,special_price,special_price_from_date,special_price_to_date,url_key,meta_title,meta_keywords,meta_description,base_image,base_image_label,small_image,small_image_label,thumbnail_image,thumbnail_image_label,swatch_image,swatch_image_label,created_at,updated_at,new_from_date,new_to_date,display_product_options_in,map_price,msrp_price,map_enabled,gift_message_available,custom_design,custom_design_from,custom_design_to,custom_layout_update,page_layout,product_options_container,msrp_display_actual_price_type,country_of_manufacture,additional_attributes,qty,out_of_stock_qty,use_config_min_qty,is_qty_decimal,allow_backorders,use_config_backorders,min_cart_qty,use_config_min_sale_qty,max_cart_qty,use_config_max_sale_qty,is_in_stock,notify_on_stock_below,use_config_notify_stock_qty,manage_stock,use_config_manage_stock,use_config_qty_increments,qty_increments,use_config_enable_qty_inc,enable_qty_increments,is_decimal_divided,website_id,related_skus,related_position,crosssell_skus,crosssell_position,upsell_skus,upsell_position,additional_images,additional_image_labels,hide_from_product_page,custom_options,bundle_price_type,bundle_sku_type,bundle_price_view,bundle_weight_type,bundle_values,bundle_shipment_type,associated_skus,downloadable_links,downloadable_samples,configurable_variations,configurable_variation_labels'

/** Four simple products, then the configurable one whose variants they are: all described, as Magento has them. */
export function magentoFile(): Buffer {
  return exportFile(header.split(','), { variants: 4, rowsEach: 5 }, (product) => {
    const both = {
      attribute_set_code: 'Default',
      categories: 'Default Category/Outdoor,Default Category/New',
      product_websites: 'base',
      description: product.description,
      product_online: '1',
      tax_class_name: 'Taxable Goods',
      small_image: product.images[0] ?? '',
      thumbnail_image: product.images[0] ?? '',
      base_image: product.images[0] ?? '',
      created_at: '3/4/24, 9:12 AM',
      updated_at: '5/6/24, 7:08 PM',
      display_product_options_in: 'Block after Info Column',
      out_of_stock_qty: '0.0000',
      use_config_min_qty: '1',
      is_qty_decimal: '0',
      allow_backorders: '0',
      use_config_backorders: '1',
      min_cart_qty: '1.0000',
      use_config_min_sale_qty: '1',
      max_cart_qty: '10000.0000',
      use_config_max_sale_qty: '1',
      is_in_stock: '1',
      use_config_notify_stock_qty: '1',
      manage_stock: '1',
      use_config_manage_stock: '1',
      website_id: '0',
    }
    const simple = product.variants.map((variant) => ({
      ...both,
      sku: variant.sku,
      product_type: 'simple',
      name: `${product.name}-${variant.size}-${variant.color}`,
      weight: '0.4500',
      visibility: 'Not Visible Individually',
      price: `${variant.price}00`,
      url_key: `${product.handle}-${variant.size}-${variant.color}`.toLowerCase(),
      additional_attributes: `activity=Hiking|Running,color=${variant.color},has_options=0,material=Cotton, washed,pattern=Solid,required_options=0,size=${variant.size}`,
      qty: `${variant.stock}.0000`,
      additional_images: product.images.slice(0, 2).join(','),
    }))
    const configurable = {
      ...both,
      sku: `P-${product.number}`,
      product_type: 'configurable',
      name: product.name,
      visibility: 'Catalog, Search',
      price: '',
      url_key: product.handle,
      meta_title: product.name,
      meta_description: `All about ${product.name}, and more`,
      base_image_label: 'Picture 1',
      additional_attributes:
        'activity=Hiking|Running,eco_collection=Yes,has_options=1,material=Cotton, washed,new=No,pattern=Solid,performance_fabric=No,required_options=0,sale=No',
      qty: '0.0000',
      additional_images: product.images.join(','),
      additional_image_labels: 'Picture 1,Picture 2,Picture 3',
      configurable_variations: product.variants
        .map(({ sku, size, color }) => `sku=${sku},size=${size},color=${color}`)
        .join('|'),
      configurable_variation_labels: 'size=Size,color=Color',
    }
    return [...simple, configurable]
  })
}
