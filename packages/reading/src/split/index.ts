export { SplitError } from './split-error.ts'
export {
  type ApartProduct,
  type FilePart,
  type PartLimits,
  isWorkbook,
  partName,
  splitFile,
} from './split-file.ts'
