-- A platform's own login is a member of the role, as export-service's is.
grant select on catalog_products, catalog_variants, catalog_images to catalog_reader;
