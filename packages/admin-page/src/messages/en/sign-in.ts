export const signIn = {
  title: 'Sign in',
  intro: 'Import and export the products of your storefront.',
  ended: 'Your session has ended. Sign in again and you are back on this page.',
  left: 'You are signed out in every tab.',
  refused: 'Copy the whole token and try again: this is not a complete token of a storefront.',
  withPlatform: 'Continue to sign-in',
  withPlatformHint: 'You sign in with your platform and come back here.',
  orToken: 'Sign in with a token instead',
  token: 'Access token',
  tokenHint:
    'A long text in three parts, joined by dots. Your platform or your administrator gives it to you.',
  tokenKept: 'It is kept in the open tabs of this browser and forgotten when you close the last one.',
  submit: 'Sign in',
  empty: 'Enter a token.',
  noConfig: 'Load the page again: the sign-in of your platform could not be loaded.',
  offer: 'Open the storefront “{storefront}”?',
  offerIntro: 'It was never opened in this browser. What you import there belongs to it.',
} as const
