-- export-service counts products and collects metadata keys itself only where they are not stored.
grant select on storefront_locks, metadata_keys to catalog_reader;
