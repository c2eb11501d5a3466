-- The runs that have processed an image, to tell what came of it.
create index concurrently if not exists run_images_by_image on run_images (storefront_id, image_id, run_id);
