/**
 * The address of the platform's sign-in page, with the one to return to in `return_to`. The platform returns there with
 * `#token=…`.
 */
export function platformSignIn(loginUrl: string, here: string): string {
  const url = new URL(loginUrl)
  const back = new URL(here)
  back.hash = ''
  url.searchParams.set('return_to', back.href)
  return url.href
}
