import type { history as original } from '../en/history.ts'
import type { French } from './french.ts'

export const history = {
  title: 'Historique',
  lead: 'Tous les imports appliqués, du plus récent au plus ancien.',
  search: 'Rechercher',
  searchFor: 'Une partie du nom du fichier',
  noneFound: 'Aucun import ne correspond',
  noneFoundText: 'Essayez une autre partie du nom du fichier, ou affichez tous les imports.',
  showAll: 'Afficher tous les imports',
  import: 'Import',
  person: 'Appliqué par',
  nobody: 'Inconnu',
  status: 'Statut',
  images: 'Images',
  noImages: 'Aucune image',
  imagesOf: '{handled} sur {total}',
  emptyTitle: 'Aucun import pour le moment',
  emptyText: 'Dès que vous appliquez un import, il apparaît ici avec ce qu’il a modifié.',
  emptyAction: 'Importer un fichier',
  more: 'Afficher les imports plus anciens',
  end: 'Il n’y a pas d’imports plus anciens.',
} as const satisfies French<typeof original>
