import { standardClaims } from '@catalog/catalog/scopes'
import type { ClaimNames } from '@catalog/catalog/scopes'

/** What the operator has set for the page. */
export interface Installation {
  /** The platform's sign-in page. */
  login_url: string | null
  claims: ClaimNames
}

let loaded: Installation = { login_url: null, claims: standardClaims }

export function installation(): Installation {
  return loaded
}

/**
 * To be called once, before anything is shown.
 * @throws Error if the gateway does not answer
 */
export async function loadInstallation(): Promise<void> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`)
  if (!response.ok) throw new Error(`config.json is answered with ${response.status}`)
  loaded = { ...loaded, ...(await response.json()) }
}
