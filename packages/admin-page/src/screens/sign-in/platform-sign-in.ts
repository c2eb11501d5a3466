/**
 * Where people go to sign in: the platform's address, with the one to return to in `return_to`. It comes back there
 * with `#token=…`.
 */
export function platformSignIn(loginUrl: string, here: string): string {
  const url = new URL(loginUrl)
  const back = new URL(here)
  back.hash = ''
  url.searchParams.set('return_to', back.href)
  return url.href
}
