alter table run_images
  drop constraint if exists run_images_storefront_id_run_id_fkey,
  drop constraint if exists run_images_storefront_id_image_id_fkey;
