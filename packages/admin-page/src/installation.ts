import { standardClaims } from '@catalog/catalog/scopes'
import type { ClaimNames } from '@catalog/catalog/scopes'

/** This file when it is developed, a file in a folder beside index.html when it is built: below the page either way. */
const here = import.meta.url

/** Where the page stands, such as `/admin/`. */
export const pagePath = new URL('..', here).pathname

/** What everything of the gateway stands below; empty, or such as `/shop-tools`. */
export const basePath = new URL('../..', here).pathname.slice(0, -1)

/** What the operator has set for the page. */
export interface Installation {
  /** The platform's sign-in page. */
  login_url: string | null
  claims: ClaimNames
  /** Origins of pages that may embed this one. */
  parents: readonly string[]
  /** Instead of the product's name. */
  title: string | null
  /** The platform's own start page. */
  home_url: string | null
  /** `#rrggbb`, on which white text can be read. */
  accent: string | null
}

let loaded: Installation = {
  login_url: null,
  claims: standardClaims,
  parents: [],
  title: null,
  home_url: null,
  accent: null,
}

export function installation(): Installation {
  return loaded
}

/**
 * To be called once, before anything is shown.
 * @throws Error if the gateway does not answer
 */
export async function loadInstallation(): Promise<void> {
  const response = await fetch(`${pagePath}config.json`)
  if (!response.ok) throw new Error(`config.json is answered with ${response.status}`)
  loaded = { ...loaded, ...(await response.json()) }
  if (loaded.accent === null) return
  const { dataset, style } = document.documentElement
  dataset['accent'] = ''
  style.setProperty('--own-accent', loaded.accent)
}
