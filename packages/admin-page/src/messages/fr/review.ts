import type { dialects as originalDialects, review as originalReview } from '../en/review.ts'
import { shopSystems } from '../shop-systems.ts'
import type { French } from './french.ts'

export const review = {
  title: 'Vérifier l’import',
  lead: 'Rien n’a encore changé. Voici ce qui change lorsque vous appliquez l’import.',
  fileTitle: 'Comment nous avons lu votre fichier',
  format: 'Format',
  rowsRead: 'Lignes',
  productsRead: 'Produits',
  delimiter: 'Séparateur',
  encoding: 'Encodage',
  fileKind: 'Type de fichier',
  workbook: 'Classeur Excel',
  comma: 'Virgule',
  semicolon: 'Point-virgule',
  tab: 'Tabulation',
  pipe: 'Barre verticale',
  noIgnored: 'Toutes les colonnes ont été comprises.',
  ignored: {
    one: '{count} colonne est ignorée',
    many: '{count} de colonnes sont ignorées',
    other: '{count} colonnes sont ignorées',
  },
  ignoredText:
    'Corrigez les noms mal orthographiés dans le fichier et envoyez-le à nouveau. Les colonnes que ce format ne connaît pas ne sont pas importées.',
  leftOutText: 'Elles ont été ignorées. Modifiez l’association pour les importer aussi.',
  nearest: 'vouliez-vous dire {name} ?',
  moreIgnored: { one: 'et {count} autre', many: 'et {count} d’autres', other: 'et {count} autres' },
  clears: {
    one: '{count} valeur de votre catalogue serait vidée, car sa cellule est vide dans le fichier.',
    many: '{count} de valeurs de votre catalogue seraient vidées, car leurs cellules sont vides dans le fichier.',
    other:
      '{count} valeurs de votre catalogue seraient vidées, car leurs cellules sont vides dans le fichier.',
  },
  expiresIn: 'Expire dans {time}',
  tenMinutes: 'Cet aperçu expire dans dix minutes.',
  oneMinute: 'Cet aperçu expire dans une minute.',
  decision: 'Décision',
  atOnce: 'Tout est appliqué en une fois, ou rien ne l’est. Un import ne supprime jamais rien.',
  apply: 'Appliquer {what}',
  applyAndSkip: 'Appliquer {what}, ignorer {skipped}',
  both: '{adds} et {updates}',
  productsAdded: {
    one: '{count} nouveau produit',
    many: '{count} de nouveaux produits',
    other: '{count} nouveaux produits',
  },
  productsChanged: {
    one: '{count} produit modifié',
    many: '{count} de produits modifiés',
    other: '{count} produits modifiés',
  },
  rowsSkipped: {
    one: '{count} ligne ignorée',
    many: '{count} de lignes ignorées',
    other: '{count} lignes ignorées',
  },
  lackingVariants: {
    one: 'il manquera des variantes à {count} produit',
    many: 'il manquera des variantes à {count} de produits',
    other: 'il manquera des variantes à {count} produits',
  },
  inPart: {
    one: '{count} produit est importé en partie',
    many: '{count} de produits sont importés en partie',
    other: '{count} produits sont importés en partie',
  },
  outcome: '{applied} : {missing}.',
  leftOut: {
    one: '{count} produit est laissé de côté',
    many: '{count} de produits sont laissés de côté',
    other: '{count} produits sont laissés de côté',
  },
  nothingToApply: 'Rien à appliquer',
  applying: 'Application en cours',
  allUnchanged: 'Votre catalogue contient déjà tout ce qui est dans ce fichier : il n’y a rien à appliquer.',
  onlyErrors:
    'Téléchargez le rapport d’erreurs, corrigez-le et envoyez-le : aucune ligne ne peut être appliquée telle quelle.',
  mayNot:
    'Votre connexion ne permet pas d’importer : vous pouvez consulter cet aperçu, mais pas l’appliquer.',
  staleReason: 'Cet aperçu n’est plus à jour.',
  recheck: 'Vérifier à nouveau',
  rechecked: 'Vérifié à nouveau : cet aperçu correspond à l’état actuel de votre catalogue.',
  cancel: 'Abandonner l’aperçu',
  cancelTitle: 'Abandonner cet aperçu ?',
  cancelText: 'Votre catalogue reste tel quel. Pour revoir cet aperçu, envoyez le fichier à nouveau.',
  keep: 'Le garder',
  nothingChanged: 'Rien n’a été modifié dans votre catalogue.',
  uploadAgain: 'Envoyer le fichier à nouveau',
  undoReview: 'Vérifier : {undo}',
  undoLead: 'Rien n’a encore changé. Voici ce qui est rétabli lorsque vous annulez l’import.',
  undoTitle: 'Ce que fait une annulation',
  undoComesBack:
    'Chaque valeur que l’import a modifiée, et que personne n’a modifiée depuis, redevient ce qu’elle était. Les produits qu’il a ajoutés sont archivés.',
  undoStays:
    'Ce qui a été modifié depuis reste tel quel. De même pour les variantes et les images que l’import a ajoutées à d’autres produits : une annulation ne supprime rien.',
  undoes: 'Annule',
  undoClears: {
    one: '{count} valeur serait à nouveau vide, comme avant l’import.',
    many: '{count} de valeurs seraient à nouveau vides, comme avant l’import.',
    other: '{count} valeurs seraient à nouveau vides, comme avant l’import.',
  },
  undoChanges: 'Annuler ces modifications',
  undoAtOnce: 'Tout est rétabli en une fois, ou rien ne l’est.',
  undoStaleReason: 'Cet aperçu n’est plus à jour.',
  undoStale: 'Vérifiez à nouveau pour obtenir un nouvel aperçu. Rien n’a été modifié.',
  nothingToUndo:
    'Tout est déjà revenu à son état antérieur, ou a été modifié depuis : il n’y a rien à annuler.',
  cancelUndoText:
    'Votre catalogue reste tel quel. Vous pourrez annuler l’import plus tard, tant que ses lignes sont conservées.',
  undoAgainText:
    'Annulez l’import à nouveau pour obtenir un nouvel aperçu. Les aperçus sont conservés une heure.',
  backToRun: 'Retour à l’import',
  skip: 'Aller à la décision',
} as const satisfies French<typeof originalReview>

export const dialects = {
  ...shopSystems,
  canonical: 'CSV du catalogue (le nôtre)',
  shopify_legacy: 'Shopify (anciens noms)',
  mapped: 'Vos propres colonnes',
} as const satisfies French<typeof originalDialects>
