/** export-service does not export a catalog that is on its way. */
export const sql = `grant select on storefront_moves to catalog_reader`
