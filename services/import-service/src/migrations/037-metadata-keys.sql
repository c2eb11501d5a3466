-- The metadata keys of a storefront's catalog, by the status of the products that have them: an export has a column for
-- each. Valid as the counts are (038).
create table metadata_keys (
  storefront_id text collate "C" not null,
  status text not null,
  key text collate "C" not null,
  product_count bigint not null,
  primary key (storefront_id, status, key)
);
