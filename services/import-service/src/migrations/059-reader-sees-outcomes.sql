-- export-service says which renditions an image has; where it was fetched from is not its business.
grant select (storefront_id, run_id, image_id, outcome, renditions, sizes, claim_token, requests) on run_images to catalog_reader;
