import type { reasons as originalReasons, run as originalRun } from '../en/run.ts'
import type { French } from './french.ts'

export const run = {
  title: 'Import',
  toHistory: 'Tous les imports',
  titleOf: 'Import du {when}',
  titleOfFile: 'Import de {file}',
  undo: 'Annulation',
  undoOf: 'Annulation de l’import du {when}',
  undoOfFile: 'Annulation de {file}',
  when: 'Appliqué le',
  took: 'Appliqué en',
  takenOn: 'Images terminées le',
  counts: 'Lignes du fichier',
  applied:
    'Toutes les lignes ajoutées et modifiées ont été appliquées ensemble. Les lignes avec erreurs ont été ignorées.',
  uploadedBy: 'Envoyé par',
  undoes: 'Annule',
  undoCounts: 'Ce qui a été annulé',
  undoApplied:
    'Tout ce qui n’avait pas été modifié depuis est redevenu ce qu’il était, en une fois. Les produits que l’import avait ajoutés ont été archivés.',
  undone: 'Cet import a été annulé',
  toUndo: 'Afficher l’annulation',
  undoThis: 'Annuler cet import',
  undoUndo: 'Rétablir les modifications',
  undoHint: 'Vous voyez ce qui est rétabli avant tout changement.',
  noUndo: 'Votre connexion ne permet pas d’importer : cet import ne peut donc pas être annulé.',
  downloadChanges: 'Télécharger les modifications',
  keptUntil: 'Les lignes sont conservées jusqu’au {date}.',
  undoableUntil: 'Les lignes sont conservées jusqu’au {date} ; d’ici là, cet import peut être annulé.',
  detailsGone:
    'Les lignes de cet import ne sont plus conservées : elles ne peuvent pas être affichées, et l’import ne peut pas être annulé. Ses chiffres restent dans l’historique.',
  imagesTitle: 'Images',
  imagesFetching:
    'Les images sont en cours de récupération. Vous pouvez fermer cet onglet : la récupération continue.',
  imagesDone: 'Toutes les images sont terminées.',
  imagesMissing: {
    one: 'Toutes les images sont terminées ; {count} d’entre elles n’a pas pu être récupérée.',
    many: 'Toutes les images sont terminées ; {count} d’entre elles n’ont pas pu être récupérées.',
    other: 'Toutes les images sont terminées ; {count} d’entre elles n’ont pas pu être récupérées.',
  },
  imagesGone: 'Le résultat de chaque image n’est plus conservé.',
  imagesNone: 'Cet import ne contient pas de nouvelles images.',
  imagesProgress: '{handled} images sur {total}',
  progressLabel: 'Images terminées',
  fetched: 'Récupérée',
  rejected: 'Refusée',
  failed: 'En échec',
  pending: 'En attente',
  all: 'Toutes',
  outcomes: 'Filtrer les images par résultat',
  attempts: { one: '{count} tentative', many: '{count} de tentatives', other: '{count} tentatives' },
  noneOfThese: 'Aucune image de cet import n’a ce résultat.',
  more: 'Afficher plus d’images',
  retry: {
    one: 'Récupérer à nouveau {count} image',
    many: 'Récupérer à nouveau {count} d’images',
    other: 'Récupérer à nouveau {count} images',
  },
  retryHint:
    'Toutes les images refusées ou en échec sont récupérées à nouveau, aux mêmes adresses. Pour une autre adresse, corrigez votre fichier et importez-le.',
  retried: {
    one: '{count} image a été demandée à nouveau.',
    many: '{count} d’images ont été demandées à nouveau.',
    other: '{count} images ont été demandées à nouveau.',
  },
  noRetry:
    'Votre connexion ne permet pas d’importer : les images ne peuvent donc pas être récupérées à nouveau.',
  statusFetching: 'Récupération des images',
  statusCompleted: 'Terminé',
  statusMissing: {
    one: 'Terminé, {count} image manquante',
    many: 'Terminé, {count} d’images manquantes',
    other: 'Terminé, {count} images manquantes',
  },
  statusUndone: 'Annulé',
  rejectedMeans:
    'Ce qui se trouve à ces adresses ne peut pas servir d’image. Réessayez une fois que cela a changé.',
  failedMeans: 'Les serveurs de ces images n’ont pas répondu comme ils le devaient. Réessayer peut aider.',
  picture: 'Image de {product}',
  pictureMissing: 'L’image n’a pas pu être chargée',
  newsDone: 'Images terminées',
  newsMissing: {
    one: '{count} image manquante',
    many: '{count} d’images manquantes',
    other: '{count} images manquantes',
  },
  notify: 'M’avertir lorsque les images sont terminées',
  notifyGranted: 'Vous serez averti lorsque les images seront terminées, tant que cet onglet reste ouvert.',
  notifyDenied:
    'Votre navigateur n’autorise pas les notifications. Le titre de cet onglet indique quand les images sont terminées.',
} as const satisfies French<typeof originalRun>

export const reasons = {
  address_blocked: 'L’adresse mène à un réseau privé',
  resolution_rejected: 'Le serveur n’existe pas ou n’est pas public',
  url_not_allowed: 'Adresse web non autorisée',
  too_many_redirects: 'L’adresse comporte trop de redirections',
  too_large: 'L’image est trop volumineuse',
  not_an_image: 'Ce n’est pas une image que nous pouvons lire',
  http_error: 'Le serveur a répondu par une erreur',
  network_error: 'La connexion a échoué',
  timeout: 'Le serveur a mis trop de temps à répondre',
  storage_error: 'L’image n’a pas pu être enregistrée',
  attempts_exhausted: 'Toutes les tentatives sont restées sans réponse',
} as const satisfies French<typeof originalReasons>
