export { anyCharacter } from './any-character.ts'
export { arbitraryCatalog, arbitraryText } from './arbitrary-catalog.ts'
export { makeProduct, makeVariant } from './make-product.ts'
