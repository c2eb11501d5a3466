export { anyCharacter } from './any-character.ts'
export { arbitraryCatalog, arbitraryOldCatalog, arbitraryText, respelled } from './arbitrary-catalog.ts'
export { makeProduct, makeVariant } from './make-product.ts'
