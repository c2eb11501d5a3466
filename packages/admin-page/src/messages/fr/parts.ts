import type { parts as original } from '../en/parts.ts'
import type { French } from './french.ts'

export const parts = {
  offerTitle: '{name} dépasse la taille d’un import',
  offerText:
    'Un import accepte jusqu’à {rows} lignes et {size}. Cette page peut diviser le fichier pour vous : vous vérifiez et appliquez les parties l’une après l’autre.',
  offerReplaces: 'Les parties restantes de {name} seront alors abandonnées.',
  offerButton: 'Diviser en parties',
  splitting: 'Division de {name}',
  splitFailed: '{name} n’a pas pu être divisé',
  not_text: 'Ce n’est pas un fichier CSV. Enregistrez-le en CSV et choisissez-le à nouveau.',
  no_rows: 'Il n’a aucune ligne sous son en-tête. Vérifiez que vous avez choisi le bon fichier.',
  row_too_large:
    'La ligne {row} est plus grande qu’un fichier ne peut l’être. Un guillemet n’y est probablement jamais fermé : fermez-le et choisissez le fichier à nouveau.',
  notKept:
    'Ce navigateur ne conserve rien pour cette page, ou n’a plus de place pour les parties. Libérez de la place, ou autorisez la page à conserver des données, puis réessayez.',
  title: 'Import de {name} en plusieurs parties',
  whole: {
    one: '{rows} lignes : {count} partie, produits entiers.',
    many: '{rows} lignes : {count} de parties, produits entiers.',
    other: '{rows} lignes : {count} parties, produits entiers.',
  },
  split: {
    one: '{rows} lignes : {count} partie.',
    many: '{rows} lignes : {count} de parties.',
    other: '{rows} lignes : {count} parties.',
  },
  howTo:
    'Vous voyez les modifications de chaque partie avant de l’appliquer. Appliquez les parties dans l’ordre.',
  apart: {
    one: '{count} produit a des lignes dans plusieurs parties',
    many: '{count} de produits ont des lignes dans plusieurs parties',
    other: '{count} produits ont des lignes dans plusieurs parties',
  },
  rows_apart:
    'Leurs lignes ne se suivent pas. Pour garder les produits entiers, triez le fichier par produit et choisissez-le à nouveau :',
  too_large: 'Plus grands qu’un import. Regardez-les dans chaque aperçu :',
  same_name:
    'Portent le nom d’un produit d’une partie précédente et peuvent être pris pour lui. Regardez-les dans l’aperçu :',
  progress: 'Parties terminées',
  done: '{done} sur {total}',
  list: 'Parties',
  part: 'Partie {part}',
  rowsOf: {
    one: '{count} ligne, de la ligne {first} à {last}',
    many: '{count} de lignes, de la ligne {first} à {last}',
    other: '{count} lignes, de la ligne {first} à {last}',
  },
  waiting: 'En attente',
  in_review: 'En vérification',
  applied: 'Appliquée',
  skipped: 'Rien à appliquer',
  withErrors: {
    one: 'Appliquée, {count} ligne avec erreurs',
    many: 'Appliquée, {count} de lignes avec erreurs',
    other: 'Appliquée, {count} lignes avec erreurs',
  },
  openRun: 'Ce qui a été appliqué',
  review: 'Vérifier la partie {part}',
  kept: 'Les parties restantes sont conservées dans ce navigateur jusqu’au {date}, et supprimées si vous vous déconnectez. Rien n’est perdu si vous fermez cet onglet.',
  discard: 'Abandonner les autres parties',
  discardTitle: 'Abandonner les parties restantes ?',
  discardText: 'Ce que vous avez appliqué reste. Les autres parties ne sont pas importées.',
  keep: 'Les garder',
  gone: 'La partie {part} n’est plus conservée dans ce navigateur',
  goneText:
    'Choisissez à nouveau le fichier sur la page d’accueil. Les lignes déjà appliquées seront inchangées.',
  finished: {
    one: '{count} partie est terminée',
    many: 'Les {count} de parties sont terminées',
    other: 'Les {count} parties sont terminées',
  },
  nothing: 'Aucune partie à importer',
  nothingText: 'Choisissez un grand fichier sur la page d’accueil pour l’importer en plusieurs parties.',
  toStart: 'Vers la page d’accueil',
  left: {
    one: 'Il reste {count} partie de {name} à importer',
    many: 'Il reste {count} de parties de {name} à importer',
    other: 'Il reste {count} parties de {name} à importer',
  },
  leftText:
    '{done} parties sur {total} sont terminées. Les autres sont conservées dans ce navigateur jusqu’au {date}.',
  goOn: 'Continuer',
  of: 'Partie {part} sur {total} de {name}',
  thenNext: 'Quand vous l’appliquez, la partie suivante arrive.',
  thenLast: 'C’est la dernière partie.',
  skip: 'Passer cette partie',
  skipText: 'Il n’y a rien à appliquer dans cette partie. Continuez avec la suivante.',
  all: 'Toutes les parties',
} as const satisfies French<typeof original>
