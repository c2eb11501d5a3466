-- As catalog_products.
create view catalog_variants as
select storefront_id, product_id, variant_id, position, option1_value, option2_value, option3_value, sku, barcode, price,
  compare_at_price, inventory_quantity, weight_grams, requires_shipping, taxable, image_id
from variants;
