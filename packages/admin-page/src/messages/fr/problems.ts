import type { advice as originalAdvice, problems as originalProblems } from '../en/problems.ts'
import type { French } from './french.ts'

export const problems = {
  invalid_request: 'La demande n’a pas été comprise',
  unauthenticated: 'Vous êtes déconnecté',
  insufficient_scope: 'Votre connexion ne permet pas cette action',
  not_found: 'Introuvable',
  draft_not_found: 'Cet aperçu n’existe pas',
  run_not_found: 'Cet import n’existe pas',
  image_not_found: 'Cette image n’existe pas',
  method_not_allowed: 'La demande n’a pas été comprise',
  not_acceptable: 'La demande n’a pas été comprise',
  unsupported_media_type: 'Ce n’est pas un fichier de catalogue',
  empty_catalog: 'Il n’y a rien à télécharger',
  nothing_to_import: 'Il n’y a rien à importer',
  nothing_to_undo: 'Il n’y a plus rien à annuler',
  draft_stale: 'Votre catalogue a changé depuis cet aperçu',
  draft_expired: 'Cet aperçu a expiré',
  run_details_expired: 'Les détails de cet import ne sont plus conservés',
  file_too_large: 'Le fichier est trop volumineux',
  too_many_rows: 'Le fichier contient trop de lignes',
  too_many_columns: 'Le fichier contient trop de colonnes',
  too_many_cells: 'Le fichier contient trop de cellules',
  empty_file: 'Le fichier ne contient pas de données',
  not_csv: 'Ce n’est pas un fichier de catalogue',
  unreadable_workbook: 'Le classeur est illisible',
  undecodable_text: 'Le texte du fichier est illisible',
  duplicate_column: 'Une colonne figure deux fois dans l’en-tête',
  unrecognized_columns: 'Les colonnes ne sont pas reconnues',
  missing_column: 'Une colonne obligatoire est absente',
  invalid_mapping: 'Les colonnes ne peuvent pas être lues ainsi',
  idempotency_key_reused: 'La demande n’a pas été comprise',
  too_complex: 'Le fichier est trop complexe',
  too_many_drafts: 'Trop d’aperçus sont ouverts',
  rate_limited: 'Trop de demandes',
  apply_failed: 'L’import n’a pas été appliqué',
  internal: 'Une erreur s’est produite de notre côté',
  unavailable: 'Le service est temporairement indisponible',
  timeout: 'Le service a mis trop de temps à répondre',
  unreachable: 'Le service est injoignable',
  broken_off: 'La réponse était incomplète',
  unknown: 'Une erreur s’est produite',
} as const satisfies French<typeof originalProblems>

export const advice = {
  invalid_request:
    'Rechargez la page. Si cela n’aide pas, contactez l’assistance en indiquant le numéro de demande.',
  unauthenticated: 'Reconnectez-vous pour continuer ici.',
  insufficient_scope: 'Demandez ce droit à la personne qui gère votre boutique.',
  not_found: 'Vérifiez l’adresse : elle est peut-être incomplète.',
  draft_not_found:
    'Envoyez le fichier à nouveau pour obtenir un nouvel aperçu, ou consultez l’historique : il a peut-être été appliqué. Il peut aussi avoir expiré ou avoir été abandonné.',
  run_not_found:
    'Vérifiez l’adresse : elle est peut-être incomplète, ou l’import appartient à une autre boutique.',
  image_not_found: 'Réessayez plus tard : elle n’est peut-être pas encore récupérée.',
  method_not_allowed:
    'Rechargez la page. Si cela n’aide pas, contactez l’assistance en indiquant le numéro de demande.',
  not_acceptable:
    'Rechargez la page. Si cela n’aide pas, contactez l’assistance en indiquant le numéro de demande.',
  unsupported_media_type: 'Envoyez votre catalogue sous forme de fichier CSV ou de classeur Excel (.xlsx).',
  empty_catalog: 'Choisissez un autre statut : votre catalogue ne contient aucun produit ayant celui-ci.',
  nothing_to_import: 'Votre catalogue contient déjà tout ce qui est dans ce fichier.',
  nothing_to_undo:
    'Tout ce que cet import a modifié est déjà revenu à son état antérieur, ou a été modifié depuis.',
  draft_stale:
    'Vérifiez le fichier à nouveau. Vous n’avez pas besoin de le renvoyer, et rien n’a été modifié.',
  draft_expired:
    'Envoyez le fichier à nouveau pour obtenir un nouvel aperçu. Les aperçus sont conservés une heure.',
  run_details_expired:
    'Ses chiffres restent dans l’historique. Pour rétablir quelque chose, envoyez un fichier avec les valeurs voulues.',
  file_too_large:
    'Divisez le fichier en gardant toutes les lignes d’un produit dans la même partie. Un fichier peut faire jusqu’à 10 Mo.',
  too_many_rows:
    'Enregistrez le fichier en CSV et choisissez-le à nouveau : cette page le divise alors pour vous. Un fichier peut contenir jusqu’à 5 000 lignes.',
  too_many_columns:
    'Retirez les colonnes dont vous n’avez pas besoin. Un fichier peut contenir jusqu’à 1 000 colonnes.',
  too_many_cells:
    'Retirez les colonnes dont vous n’avez pas besoin, ou divisez le fichier en gardant toutes les lignes d’un produit dans la même partie. Un fichier peut contenir jusqu’à 1 000 000 de cellules.',
  empty_file: 'Vérifiez que vous avez choisi le bon fichier : il n’a aucune ligne sous l’en-tête.',
  not_csv:
    'Envoyez votre catalogue sous forme de fichier CSV ou de classeur Excel (.xlsx) : exportez-le depuis votre plateforme, ou choisissez « Enregistrer sous » dans votre tableur.',
  unreadable_workbook:
    'Enregistrez-le à nouveau dans votre tableur au format « Classeur Excel (.xlsx) » ou « CSV UTF-8 », sans mot de passe.',
  undecodable_text: 'Dans votre tableur, choisissez « Enregistrer sous », puis « CSV UTF-8 ».',
  duplicate_column: 'Retirez ou renommez l’une des deux, puis envoyez le fichier à nouveau.',
  unrecognized_columns: 'Comparez votre en-tête avec le modèle, ou avec un export de votre boutique.',
  missing_column: 'Ajoutez-la à l’en-tête, puis envoyez le fichier à nouveau.',
  invalid_mapping: 'Vérifiez ce que vous avez choisi pour chaque colonne, puis envoyez le fichier à nouveau.',
  idempotency_key_reused:
    'Rechargez la page. Si cela n’aide pas, contactez l’assistance en indiquant le numéro de demande.',
  too_complex:
    'Divisez-le en plusieurs fichiers de moins de lignes, en gardant toutes les lignes d’un produit dans la même partie.',
  too_many_drafts:
    'Appliquez ou abandonnez certains de vos aperçus ouverts ; la page d’accueil en donne la liste. Chacun expire au bout d’une heure.',
  rate_limited: 'Patientez un instant, puis réessayez.',
  apply_failed: 'Réessayez. Rien n’a été modifié, et l’aperçu est conservé.',
  internal: 'Réessayez. Si cela n’aide pas, contactez l’assistance en indiquant le numéro de demande.',
  unavailable: 'Réessayez dans un instant. Rien n’est perdu.',
  timeout: 'Réessayez dans un instant.',
  unreachable: 'Vérifiez votre connexion, puis réessayez. Rien n’est perdu.',
  broken_off: 'Réessayez. Un fichier incomplet n’est jamais enregistré.',
  unknown: 'Réessayez. Si cela n’aide pas, contactez l’assistance en indiquant le numéro de demande.',
} as const satisfies French<typeof originalAdvice>
