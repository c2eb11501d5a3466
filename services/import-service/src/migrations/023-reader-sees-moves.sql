-- export-service does not export a catalog that is on its way.
grant select on storefront_moves to catalog_reader;
