import type { start as original } from '../en/start.ts'
import type { French } from './french.ts'

export const start = {
  title: 'Import et export',
  lead: 'Modifiez de nombreux produits en une fois avec un fichier CSV ou un classeur Excel. Vous voyez toutes les modifications avant de les appliquer.',
  importTitle: 'Importer un fichier',
  fileLabel: 'Fichier CSV ou classeur Excel',
  drop: 'Déposez un fichier CSV ou un classeur Excel ici',
  dropNow: 'Relâchez pour envoyer ce fichier',
  choose: 'Choisir un fichier',
  limits: 'Jusqu’à {size} et {rows} lignes. Les CSV plus grands sont importés en plusieurs parties.',
  formats:
    'Lit les exports de Shopify, WooCommerce, Medusa, BigCommerce, Magento, Wix, Etsy et Lightspeed, notre propre modèle, ainsi que vos tarifs et vos tableaux.',
  upsert: 'Un import ajoute et modifie. Les produits absents du fichier restent tels quels.',
  oneFile: 'Un seul fichier à la fois',
  oneFileText: 'Déposez un seul fichier.',
  tooLarge: '{name} est trop volumineux',
  tooLargeText:
    'Il fait {size} ; un fichier peut faire jusqu’à {limit}. Cette page divise pour vous un CSV de {split} au plus : enregistrez un classeur en CSV.',
  emptyFile: '{name} est vide',
  emptyFileText: 'Vérifiez que vous avez choisi le bon fichier.',
  uploading: 'Envoi de {name}',
  uploaded: '{done} sur {total}',
  checking: 'Vérification de {name}',
  checkingText: 'Chaque ligne est comparée à votre catalogue.',
  stayOpen:
    'Gardez cet onglet ouvert jusqu’à l’apparition de l’aperçu. Si vous le fermez maintenant, rien n’est modifié.',
  cancelUpload: 'Annuler l’envoi',
  cancelled: 'L’envoi a été annulé. Rien n’a été modifié.',
  failed: '{name} n’a pas été accepté',
  safeTitle: 'Quand puis-je fermer l’onglet ?',
  safeBefore: 'Pendant l’envoi : le fermer annule l’envoi, et rien n’est modifié.',
  safePreview:
    'À l’aperçu : vous le retrouvez sur cette page pendant une heure. Rien n’est modifié tant que vous ne l’avez pas appliqué.',
  safeAfter:
    'Après l’application : vos modifications sont enregistrées, et la récupération des images continue.',
  noImport: 'Vous ne pouvez pas importer',
  noImportText:
    'Demandez le droit d’importer à la personne qui gère votre boutique. Votre connexion ne le comprend pas.',
  openPreview: 'Ouvrir l’aperçu',
  openPreviews: {
    one: 'Un aperçu n’est pas encore appliqué',
    many: 'Des aperçus ne sont pas encore appliqués',
    other: 'Des aperçus ne sont pas encore appliqués',
  },
  morePreviews: 'Afficher d’autres aperçus',
  noFileName: 'Un fichier sans nom',
  openPreviewRows: {
    one: '{count} ligne, envoyée {when}',
    many: '{count} de lignes, envoyées {when}',
    other: '{count} lignes, envoyées {when}',
  },
  openUndoRows: {
    one: '{count} ligne, demandée {when}',
    many: '{count} de lignes, demandées {when}',
    other: '{count} lignes, demandées {when}',
  },
  exportTitle: 'Télécharger mon catalogue',
  exportLead: 'Un fichier CSV que vous pouvez modifier et réimporter. Rien ne se perd.',
  exportStatus: 'Produits',
  statusAll: 'Tous',
  statusActive: 'Actifs',
  statusDraft: 'Brouillons',
  statusArchived: 'Archivés',
  exportButton: 'Télécharger le CSV',
  exportParts: {
    one: 'Il dépasse la taille d’un import. En ZIP, c’est environ {count} fichier que vous pouvez réimporter.',
    many: 'Il dépasse la taille d’un import. En ZIP, ce sont environ {count} de fichiers, que vous pouvez réimporter un par un.',
    other:
      'Il dépasse la taille d’un import. En ZIP, ce sont environ {count} fichiers, que vous pouvez réimporter un par un.',
  },
  exportZip: 'Télécharger le ZIP',
  exportWhole: 'Télécharger un seul CSV',
  exporting: 'Téléchargement, {size} pour l’instant',
  exportDone: {
    one: '{count} produit téléchargé.',
    many: '{count} de produits téléchargés.',
    other: '{count} produits téléchargés.',
  },
  exportNone: 'Votre catalogue ne contient aucun produit ayant ce statut.',
  exportEmpty: 'Votre catalogue est vide. Importez d’abord un fichier.',
  noExport: 'Vous ne pouvez pas exporter',
  noExportText:
    'Demandez le droit d’exporter à la personne qui gère votre boutique. Votre connexion ne le comprend pas.',
  templateTitle: 'Partir du modèle',
  templateLead: 'Toutes les colonnes avec des exemples de produits, prêtes à être remplies.',
  templateButton: 'Télécharger le modèle',
  recent: 'Imports récents',
  allImports: 'Tous les imports',
  picture: '{name} est une image',
  pictureText:
    'Envoyez votre catalogue sous forme de fichier CSV ou de classeur Excel. Chaque image y est indiquée par son adresse web, dans la colonne image_url.',
  pdf: '{name} est un PDF',
  pdfText:
    'Envoyez votre catalogue sous forme de fichier CSV ou de classeur Excel : exportez-le depuis votre plateforme.',
  workbook: '{name} est illisible',
  workbookText:
    'Ouvrez-le dans votre tableur, enregistrez-le sans mot de passe au format « Classeur Excel (.xlsx) », et envoyez ce fichier.',
  archive: '{name} est un fichier compressé',
  archiveText: 'Décompressez-le et envoyez le fichier qu’il contient.',
  leaveTitle: 'Annuler l’envoi ?',
  leaveText:
    'Si vous quittez cette page maintenant, l’envoi est annulé. Rien n’est modifié dans votre catalogue.',
  stay: 'Rester',
  leave: 'Quitter et annuler l’envoi',
  matchColumns: 'Associer les colonnes',
} as const satisfies French<typeof original>
