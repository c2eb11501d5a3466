import { useSyncExternalStore } from 'react'
import { readToken, tokenInFragment } from './token.ts'
import type { Scope, TokenClaims } from './token.ts'

/** The session of this tab, until it closes. */
export type Session =
  | { state: 'signed-in'; token: string; claims: TokenClaims }
  | { state: 'signed-out'; why: SignedOutBecause }

/** `ended`: the session expired or is no longer accepted. `refused`: the text is no token. */
export type SignedOutBecause = 'start' | 'left' | 'ended' | 'refused'

const storageKey = 'catalog.token'
const listeners = new Set<() => void>()
let session: Session = { state: 'signed-out', why: 'start' }
let expiry: ReturnType<typeof setTimeout> | undefined

export function useSession(): Session {
  return useSyncExternalStore(listen, () => session)
}

/** Whether the session's token has this scope; the gateway decides. */
export function useMay(scope: Scope): boolean {
  const current = useSession()
  return current.state === 'signed-in' && current.claims.scopes.includes(scope)
}

export function currentSession(): Session {
  return session
}

/** Takes the token out of the address, or the one of this tab. */
export function openSession(): void {
  takeTokenFromAddress()
  window.addEventListener('hashchange', takeTokenFromAddress)
  if (session.state === 'signed-in' || session.why === 'refused') return
  const kept = keptToken()
  if (kept !== null) signIn(kept)
}

/** A text that is no token, or an expired token, signs out. */
export function signIn(token: string): void {
  const claims = readToken(token)
  if (claims === null) change({ state: 'signed-out', why: 'refused' })
  else if (claims.expiresAt <= Date.now()) change({ state: 'signed-out', why: 'ended' })
  else {
    change({ state: 'signed-in', token, claims })
    endAt(claims.expiresAt)
  }
}

export function signOut(why: 'left' | 'ended'): void {
  if (session.state === 'signed-in') change({ state: 'signed-out', why })
}

/** The address of a signed-in page is shared and kept in the history: the token must not be in it. */
function takeTokenFromAddress(): void {
  const token = tokenInFragment(location.hash)
  if (token === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  signIn(token)
}

function endAt(time: number): void {
  clearTimeout(expiry)
  // A timer holds 24 days at most; after that, the gateway's 401 ends the session.
  const maxTimerMs = 2 ** 31 - 1
  expiry = setTimeout(() => signOut('ended'), Math.min(time - Date.now(), maxTimerMs))
}

function change(next: Session): void {
  session = next
  keepToken(next.state === 'signed-in' ? next.token : null)
  if (next.state === 'signed-out') clearTimeout(expiry)
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keptToken(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function keepToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, token)
  } catch {
    // No storage here: the session lasts until the page is loaded again.
  }
}
