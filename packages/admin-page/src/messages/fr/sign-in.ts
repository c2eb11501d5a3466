import type { signIn as original } from '../en/sign-in.ts'
import type { French } from './french.ts'

export const signIn = {
  title: 'Connexion',
  intro: 'Importez et exportez les produits de votre boutique.',
  ended: 'Votre session est terminée. Reconnectez-vous pour revenir sur cette page.',
  left: 'Vous êtes déconnecté dans tous les onglets.',
  refused: 'Copiez le jeton en entier et réessayez : ce n’est pas le jeton complet d’une boutique.',
  withPlatform: 'Continuer vers la connexion',
  withPlatformHint: 'Vous vous connectez sur votre plateforme, puis vous revenez ici.',
  orToken: 'Se connecter plutôt avec un jeton',
  token: 'Jeton d’accès',
  tokenHint:
    'Un long texte en trois parties séparées par des points. Votre plateforme ou votre administrateur vous le remet.',
  tokenKept:
    'Il reste dans les onglets ouverts de ce navigateur et il est oublié dès que vous fermez le dernier.',
  submit: 'Se connecter',
  empty: 'Saisissez un jeton.',
  noConfig: 'Rechargez la page : la connexion de votre plateforme n’a pas pu être chargée.',
  offer: 'Ouvrir la boutique « {storefront} » ?',
  offerIntro: 'Elle n’a jamais été ouverte dans ce navigateur. Ce que vous y importez lui appartient.',
} as const satisfies French<typeof original>
