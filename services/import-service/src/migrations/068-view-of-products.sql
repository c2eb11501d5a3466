-- What a platform that shares the database reads instead of the tables; promised (docs/compatibility.md).
create view catalog_products as
select storefront_id, product_id, handle, title, description_html, vendor, product_type, tags, status, seo_title,
  seo_description, option1_name, option2_name, option3_name, metadata, created_at, updated_at, catalog_version
from products;
