export { languages } from '../woocommerce/languages/to-english.ts'
export { growingFiles } from './growing-files.ts'
export type { GrowingFile } from './growing-files/growing-file.ts'
