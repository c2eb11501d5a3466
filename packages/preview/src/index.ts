export { absentHeader, absentLine } from './absent-products.ts'
export { replaceableImages } from './broken-images.ts'
export { barcodesOf } from './find-by-barcode.ts'
export { comparedWith } from './compare-versions.ts'
export type { CompareVersions } from './compare-versions.ts'
export { findBySku, furtherHandles, identifyingSkus } from './find-by-sku.ts'
export { findProducts } from './find-products.ts'
export type { FoundProduct } from './find-products.ts'
export { handlesOf, ownersInFile, skusOf, titlesOf } from './keys.ts'
export { parseRows } from './parse-rows.ts'
export {
  changesStock,
  emptyPlan,
  productFieldsOf,
  productsOf,
  toPlannedProduct,
  toPlannedVariant,
  variantFieldsOf,
} from './plan.ts'
export type { ImportPlan, PlannedImage, PlannedProduct, PlannedVariant } from './plan.ts'
export type { ProductList } from './product-list.ts'
export { previewTable } from './preview-table.ts'
export type { PreviewOptions } from './preview-table.ts'
export type { CatalogSlice, Preview, SkuOwner } from './types.ts'
export { planUndo, skusBefore } from './undo/plan-undo.ts'
export type { UndoCatalog } from './undo/plan-undo.ts'
