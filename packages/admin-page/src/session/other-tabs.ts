import type { TokenClaims } from './token.ts'

/** The session of a tab. */
export type Session =
  | { state: 'signed-in'; token: string; claims: TokenClaims }
  | { state: 'signed-out'; why: SignedOutBecause }
  | Offered

/** A link with a token of a storefront that was not opened in this browser before: somebody else may have sent it. */
export interface Offered {
  state: 'offered'
  token: string
  claims: TokenClaims
}

/** `ended`: the session expired or is no longer accepted. `refused`: the text is not a token. */
export type SignedOutBecause = 'start' | 'left' | 'ended' | 'refused'

/** Messages between the tabs of a browser. */
export type Message =
  | { kind: 'asked' }
  | { kind: 'signed-in'; token: string }
  | { kind: 'signed-out'; token: string; why: 'left' | 'ended' }

interface ThisTab {
  session: () => Session
  /** The storefront that the tab shows or has shown; null in a new tab. */
  storefrontId: () => string | null
  /** The storefront that a token names. */
  storefrontOf: (token: string) => string | undefined
  /** Milliseconds since 1970. */
  expiryOf: (token: string) => number | undefined
  signIn: (token: string) => void
  signOut: (why: 'left' | 'ended') => void
  /** Sends a message to all other tabs. */
  send: (message: Message) => void
}

/** An open tab answers within a few milliseconds; without one, people should not wait long. */
const answerMs = 400

/**
 * Keeps one session per storefront in all tabs of a browser: tabs send the token to each other and store it nowhere, so
 * that it is gone when the last tab is closed.
 */
export class OtherTabs {
  readonly #tab: ThisTab
  #take: ((token: string) => void) | null = null

  constructor(tab: ThisTab) {
    this.#tab = tab
  }

  /** A token of this storefront or, if no tab has it open, of any other; null if no tab is signed in. */
  async ask(storefrontId: string | null): Promise<string | null> {
    let other: string | null = null
    const wanted = Promise.withResolvers<string>()
    this.#take = (token) => {
      other ??= token
      if (storefrontId === null || this.#tab.storefrontOf(token) === storefrontId) wanted.resolve(token)
    }
    this.#tab.send({ kind: 'asked' })
    const token = await Promise.race([wanted.promise, pause(answerMs).then(() => other)])
    this.#take = null
    return token
  }

  tellSignedIn(token: string): void {
    this.#tab.send({ kind: 'signed-in', token })
  }

  tellSignedOut(token: string, why: 'left' | 'ended'): void {
    this.#tab.send({ kind: 'signed-out', token, why })
  }

  /** Handles a message of another tab. */
  receive(message: Message): void {
    const session = this.#tab.session()
    if (message.kind === 'asked') {
      if (session.state === 'signed-in') this.tellSignedIn(session.token)
    } else if (message.kind === 'signed-out') {
      if (this.#endsWith(session, message)) this.#tab.signOut(message.why)
    } else if (this.#isOfThisStorefront(message.token)) {
      if (this.#take !== null) this.#take(message.token)
      // This tab shows the sign-in, and somebody has signed in elsewhere; or it gets a token that lasts longer.
      else if (
        session.state === 'signed-out' ? session.why !== 'refused' : this.#renews(session, message.token)
      )
        this.#tab.signIn(message.token)
    }
  }

  #renews(session: Session, token: string): boolean {
    return session.state === 'signed-in' && (this.#tab.expiryOf(token) ?? 0) > session.claims.expiresAt
  }

  /** Two tabs with different storefronts keep them. */
  #isOfThisStorefront(token: string): boolean {
    const own = this.#tab.storefrontId()
    return own === null || this.#tab.storefrontOf(token) === own
  }

  /** Signing out ends every session of the storefront; expiry ends only sessions with that token. */
  #endsWith(session: Session, { token, why }: { token: string; why: 'left' | 'ended' }): boolean {
    if (session.state !== 'signed-in') return false
    return why === 'left'
      ? session.claims.storefrontId === this.#tab.storefrontOf(token)
      : session.token === token
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
