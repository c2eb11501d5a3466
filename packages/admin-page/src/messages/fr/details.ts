import type { details as originalDetails } from '../en/details.ts'
import type { French } from './french.ts'

export const details = {
  row: 'Ligne',
  images: { one: 'Image', many: '{count} d’images', other: '{count} images' },
  variants: { one: 'Variante', many: '{count} de variantes', other: '{count} variantes' },
  variantsOf: 'Variantes du produit {product}',
  same: 'reste tel quel',
  sameForAll: {
    one: 'Pour {count} variante :',
    many: 'Identique pour les {count} de variantes :',
    other: 'Identique pour les {count} variantes :',
  },
  showAllVariants: {
    one: 'Afficher {count} variante',
    many: 'Afficher les {count} de variantes',
    other: 'Afficher les {count} variantes',
  },
  removed: 'supprimé :',
  added: 'ajouté :',
  unchangedCharacters: {
    one: '{count} caractère inchangé',
    many: '{count} de caractères inchangés',
    other: '{count} caractères inchangés',
  },
  viewOf: 'Afficher {field} en',
  asText: 'Texte',
  asHtml: 'HTML',
  onlyTags: 'Le texte reste tel quel. Seul son HTML change : mise en forme, liens ou images, par exemple.',
  tagsToo: 'La mise en forme, les liens ou les images changent aussi. Choisissez HTML pour les voir.',
} as const satisfies French<typeof originalDetails>
