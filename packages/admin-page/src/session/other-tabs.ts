import { readToken } from './token.ts'
import type { TokenClaims } from './token.ts'

/** The session of a tab. */
export type Session =
  | { state: 'signed-in'; token: string; claims: TokenClaims }
  | { state: 'signed-out'; why: SignedOutBecause }

/** `ended`: the session expired or is no longer accepted. `refused`: the text is no token. */
export type SignedOutBecause = 'start' | 'left' | 'ended' | 'refused'

/** What the tabs of a browser tell each other. */
export type Message =
  | { kind: 'asked' }
  | { kind: 'signed-in'; token: string }
  | { kind: 'signed-out'; token: string; why: 'left' | 'ended' }

interface ThisTab {
  session: () => Session
  /** Of what it shows or has shown; null where it is new. */
  storefrontId: () => string | null
  signIn: (token: string) => void
  signOut: (why: 'left' | 'ended') => void
  /** Tells all others. */
  tell: (message: Message) => void
}

/** A tab that is open answers within a few milliseconds; nobody is to wait long where there is none. */
const answerMs = 400

/**
 * Keeps the tabs of a browser at one session for each storefront: the token goes from tab to tab and is written
 * nowhere, so that it is gone with the last of them.
 */
export class OtherTabs {
  readonly #tab: ThisTab
  #take: ((token: string) => void) | null = null

  constructor(tab: ThisTab) {
    this.#tab = tab
  }

  /** A token of this storefront, or of any where no tab of it is open; null where none is signed in. */
  async ask(storefrontId: string | null): Promise<string | null> {
    let other: string | null = null
    const wanted = Promise.withResolvers<string>()
    this.#take = (token) => {
      other ??= token
      if (storefrontId === null || readToken(token)?.storefrontId === storefrontId) wanted.resolve(token)
    }
    this.#tab.tell({ kind: 'asked' })
    const token = await Promise.race([wanted.promise, pause(answerMs).then(() => other)])
    this.#take = null
    return token
  }

  tellSignedIn(token: string): void {
    this.#tab.tell({ kind: 'signed-in', token })
  }

  tellSignedOut(token: string, why: 'left' | 'ended'): void {
    this.#tab.tell({ kind: 'signed-out', token, why })
  }

  /** What another tab has told. */
  hear(message: Message): void {
    const session = this.#tab.session()
    if (message.kind === 'asked') {
      if (session.state === 'signed-in') this.tellSignedIn(session.token)
    } else if (message.kind === 'signed-out') {
      if (endsWith(session, message)) this.#tab.signOut(message.why)
    } else if (this.#isOfThisStorefront(message.token)) {
      if (this.#take !== null) this.#take(message.token)
      // It shows the sign-in, and somebody has signed in elsewhere.
      else if (session.state === 'signed-out' && session.why !== 'refused') this.#tab.signIn(message.token)
    }
  }

  /** Two storefronts in two tabs stay two. */
  #isOfThisStorefront(token: string): boolean {
    const own = this.#tab.storefrontId()
    return own === null || readToken(token)?.storefrontId === own
  }
}

/** Leaving a storefront leaves it in every tab; an end is that of one token. */
function endsWith(session: Session, { token, why }: { token: string; why: 'left' | 'ended' }): boolean {
  if (session.state === 'signed-out') return false
  return why === 'left'
    ? session.claims.storefrontId === readToken(token)?.storefrontId
    : session.token === token
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
