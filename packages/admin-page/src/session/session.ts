import { isGranted } from '@catalog/catalog/scopes'
import type { Right } from '@catalog/catalog/scopes'
import { useSyncExternalStore } from 'react'
import { installation } from '../installation.ts'
import { readSetting, stored, writeSetting } from '../settings.ts'
import { OtherTabs } from './other-tabs.ts'
import type { Message, Session } from './other-tabs.ts'
import { askParent, followParent, isEmbedded } from './parent-page.ts'
import { readToken, tokenInFragment } from './token.ts'
import type { TokenClaims } from './token.ts'

/** Values that this tab stores across reloads. Without storage, the session lasts until the page is reloaded. */
const { read: kept, write: keep } = stored<'token' | 'storefront' | 'awaited'>(() => sessionStorage)
const listeners = new Set<() => void>()
let session: Session = { state: 'signed-out', why: 'start' }
let expiry: ReturnType<typeof setTimeout> | undefined
let endsSoon = false
let renewal: ReturnType<typeof setTimeout> | undefined
/** A timer can run for 24 days at most; after that, the gateway's 401 ends the session. */
const maxTimerMs = 2 ** 31 - 1
const renewAheadMs = 120_000
const askAgainMs = 10_000

const channel = new BroadcastChannel('catalog.session')
const otherTabs = new OtherTabs({
  session: currentSession,
  storefrontId: () => kept('storefront'),
  storefrontOf: (token) => claimsOf(token)?.storefrontId,
  expiryOf: (token) => claimsOf(token)?.expiresAt,
  signIn: take,
  signOut: (why) => change({ state: 'signed-out', why }),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
  send: (message) => channel.postMessage(message),
})

export function useSession(): Session {
  return useSyncExternalStore(listen, () => session)
}

/** Whether somebody should sign in again; in a frame, the page around it does. */
export function useEndsSoon(): boolean {
  return useSyncExternalStore(listen, () => endsSoon)
}

/** Whether the session's token allows this. Only for display: the gateway decides. */
export function useMay(right: Right): boolean {
  const current = useSession()
  return current.state === 'signed-in' && isGranted(right, current.claims.scopes)
}

export function currentSession(): Session {
  return session
}

/**
 * Opens a session with the token in the address, if its storefront was opened in this browser before, no other one was,
 * or this tab has gone to sign in; otherwise offers it. Without one, with the token that this tab stores, or that of
 * another open tab. In a frame, with the token that the page around it sends.
 * @param installed resolves once tokens can be read
 */
export async function openSession(installed: Promise<void>): Promise<void> {
  const sent = removeTokenFromAddress()
  await installed
  if (isEmbedded()) {
    await followParent(takeOfParent)
    return
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => otherTabs.receive(data))
  takeFromAddress(sent)
  window.addEventListener('hashchange', () => takeFromAddress(removeTokenFromAddress()))
  for (const use of ['pointerdown', 'keydown']) {
    window.addEventListener(use, recordUse, { capture: true, passive: true })
  }
  if (session.state !== 'signed-out' || session.why === 'refused') return
  const token = kept('token') ?? (await otherTabs.ask(knownStorefronts()[0] ?? null))
  if (token !== null) take(token)
}

/** To be called before the tab goes to sign in elsewhere, so that the token it returns with is not asked about. */
export function expectToken(): void {
  keep('awaited', 'yes')
}

/** Signs in this tab, and tabs that show the sign-in. An invalid or expired token signs out. */
export function signIn(token: string): void {
  take(token)
  if (session.state === 'signed-in') otherTabs.tellSignedIn(token)
}

/** Ends the session in all tabs. */
export function signOut(why: 'left' | 'ended'): void {
  if (session.state !== 'signed-in') return
  const { token } = session
  change({ state: 'signed-out', why })
  otherTabs.tellSignedOut(token, why)
}

function take(token: string): void {
  const claims = claimsOf(token)
  if (claims === null) change({ state: 'signed-out', why: 'refused' })
  else if (claims.expiresAt <= Date.now()) change({ state: 'signed-out', why: 'ended' })
  else {
    keep('storefront', claims.storefrontId)
    change({ state: 'signed-in', token, claims })
    recordUse()
    endAt(claims.expiresAt)
  }
}

/** One that is no use leaves the screen as it is. */
function takeOfParent(token: string): void {
  const claims = claimsOf(token)
  if (session.state !== 'signed-in' || (claims !== null && claims.expiresAt > Date.now())) take(token)
}

/** The address of a signed-in page is shared and stored in the history: it must not contain the token. */
function removeTokenFromAddress(): string | null {
  const token = tokenInFragment(location.hash)
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

function takeFromAddress(token: string | null): void {
  if (token === null) return
  const isExpected = kept('awaited') !== null
  keep('awaited', null)
  const claims = claimsOf(token)
  const known = knownStorefronts()
  const isNew = known.length > 0 && claims !== null && !known.includes(claims.storefrontId)
  if (isNew && !isExpected) show({ state: 'offered', token, claims })
  else signIn(token)
}

function claimsOf(token: string): TokenClaims | null {
  return readToken(token, installation().claims)
}

/** The storefronts that were opened in this browser, the one used last first. */
function knownStorefronts(): string[] {
  return readSetting('storefronts')?.split(' ') ?? []
}

/** A new tab opens the storefront that was used last. */
function recordUse(): void {
  if (session.state !== 'signed-in') return
  const inOrder = new Set([session.claims.storefrontId, ...knownStorefronts()])
  writeSetting('storefronts', [...inOrder].slice(0, 99).join(' '))
}

function endAt(time: number): void {
  clearTimeout(expiry)
  expiry = setTimeout(() => signOut('ended'), Math.min(time - Date.now(), maxTimerMs))
  renewBefore(time)
}

/** In a frame, asks again until another token is there; otherwise says that it is time. A token that lasts shorter than the time ahead is renewed halfway. */
function renewBefore(time: number): void {
  clearTimeout(renewal)
  const rest = time - Date.now()
  if (rest <= 0) return
  renewal = setTimeout(
    () => {
      if (!isEmbedded()) {
        endsSoon = true
        tellListeners()
        return
      }
      askParent()
      renewBefore(time)
    },
    Math.min(Math.max(rest - renewAheadMs, Math.min(rest / 2, askAgainMs), 1000), maxTimerMs),
  )
}

function change(next: Session): void {
  keep('token', next.state === 'signed-in' ? next.token : null)
  show(next)
}

/** Without a change of the token that this tab stores. */
function show(next: Session): void {
  session = next
  endsSoon = false
  if (next.state !== 'signed-in') {
    clearTimeout(expiry)
    clearTimeout(renewal)
  }
  tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
