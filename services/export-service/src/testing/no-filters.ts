/** Of a page or an export. */
export const noFilters = {
  handles: [],
  skus: [],
  vendors: [],
  product_types: [],
  tags: [],
  changed_after: null,
}
