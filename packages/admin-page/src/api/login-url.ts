/**
 * The address of the platform's sign-in page; null if it has none.
 * @throws Error if the gateway does not answer
 */
export async function fetchLoginUrl(): Promise<string | null> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`)
  if (!response.ok) throw new Error(`config.json is answered with ${response.status}`)
  const settings: unknown = await response.json()
  const isKnown = typeof settings === 'object' && settings !== null && 'login_url' in settings
  return isKnown && typeof settings.login_url === 'string' ? settings.login_url : null
}
