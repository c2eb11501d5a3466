import type { Translation } from '../../i18n/format-message.ts'
import type { signIn as original } from '../en/sign-in.ts'

export const signIn = {
  title: 'Anmelden',
  intro: 'Importieren und exportieren Sie die Produkte Ihres Shops.',
  ended: 'Ihre Sitzung ist zu Ende. Melden Sie sich an, und Sie sind wieder auf dieser Seite.',
  left: 'Sie sind in allen Tabs abgemeldet.',
  refused:
    'Kopieren Sie das ganze Token und versuchen Sie es noch einmal: Das ist kein vollständiges Token eines Shops.',
  withPlatform: 'Weiter zur Anmeldung',
  withPlatformHint: 'Sie melden sich bei Ihrer Plattform an und kommen hierher zurück.',
  orToken: 'Stattdessen mit einem Token anmelden',
  token: 'Zugangstoken',
  tokenHint:
    'Ein langer Text aus drei Teilen mit Punkten dazwischen. Sie bekommen ihn von Ihrer Plattform oder Ihrer Verwaltung.',
  tokenKept: 'Es bleibt in den offenen Tabs dieses Browsers und wird mit dem letzten vergessen.',
  submit: 'Anmelden',
  empty: 'Geben Sie ein Token ein.',
  noConfig: 'Laden Sie die Seite neu: Die Anmeldung Ihrer Plattform ließ sich nicht laden.',
  offer: 'Den Shop „{storefront}“ öffnen?',
  offerIntro: 'Er war in diesem Browser noch nie geöffnet. Was Sie dort importieren, gehört ihm.',
} as const satisfies Translation<typeof original>
