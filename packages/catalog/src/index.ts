export { amountOf } from './amount.ts'
export * from './canonical-csv.ts'
export * from './cell-format.ts'
export * from './chosen-columns.ts'
export * from './columns.ts'
export * from './csv-lines.ts'
export * from './csv-writing.ts'
export * from './formula-guard.ts'
export * from './image-url.ts'
export * from './invisible.ts'
export { booleanOf, isAmbiguousNumber, moneyText, weightText } from './number-cells.ts'
export * from './problem-cases.ts'
export * from './product.ts'
export * from './row-problems.ts'
export * from './search-key.ts'
export * from './template.ts'
export {
  compareCodePoints,
  imageUrl,
  maxHandleLength,
  normalizeHandle,
  withoutControlCharacters,
} from './text-cells.ts'
