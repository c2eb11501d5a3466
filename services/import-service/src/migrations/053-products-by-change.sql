-- Finds what has changed after a version, in its order (export-service, product-page.sql.ts).
create index concurrently if not exists products_by_change on products (storefront_id, catalog_version, product_id);
