-- The apply checks that what its plan refers to is there: once for all rows, instead of once for each row.
alter table variants
  drop constraint if exists variants_storefront_id_product_id_fkey,
  drop constraint if exists variants_storefront_id_image_id_fkey;
