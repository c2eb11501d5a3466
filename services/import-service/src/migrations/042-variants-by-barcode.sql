-- Finds variants by barcode, with or without the zeros in front (catalog/read.sql.ts).
create index concurrently if not exists variants_by_barcode on variants (storefront_id, (ltrim(barcode, '0') collate "C")) where barcode <> '';
