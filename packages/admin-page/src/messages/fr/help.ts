import type { help as originalHelp, helpPages as originalPages } from '../en/help.ts'
import type { French } from './french.ts'

export const helpPages = {
  'first-change': 'Une première modification',
  columns: 'Colonnes',
  rules: 'Règles',
  'after-an-import': 'Après un import',
  'other-systems': 'Depuis une autre plateforme',
  'own-file': 'Votre propre fichier',
  errors: 'Erreurs dans les lignes',
  warnings: 'Avertissements',
} as const satisfies French<typeof originalPages>

export const help = {
  title: 'Aide',
  inEnglish: 'Cette aide n’existe pour l’instant qu’en anglais.',
  contents: 'Sommaire de l’aide',
  aboutFirstChange: 'Comment modifier des produits avec un fichier',
  aboutOtherSystems: 'Ce qui est repris de chaque plateforme',
  aboutOwnFile: 'Importer un fichier avec vos propres colonnes',
  aboutColumns: 'Ce que contient chaque colonne',
} as const satisfies French<typeof originalHelp>
