import type { Middleware } from '../context.ts'

/** Begins requests in turn by storefront, so that one that sends hundreds at once delays others little. */
export function takeTurns(): Middleware {
  const turns = new Turns()
  return async (ctx, next) => {
    const token = ctx.get('Authorization')
    await turns.wait(token)
    await next()
    if (ctx.state.caller) turns.accept(token, ctx.state.caller.storefrontId)
  }
}

/**
 * Between two looks at the network, one request of each storefront begins. The storefront is the one for which the
 * token was accepted last; requests with other tokens, or none, take turns as one storefront does.
 */
export class Turns {
  /** By token, the last accepted one last. */
  readonly #storefronts = new Map<string, string>()
  readonly #waiting = new Map<string | undefined, (() => void)[]>()
  readonly #maxTokens: number

  constructor(maxTokens = 10_000) {
    this.#maxTokens = maxTokens
  }

  /** Resolves when the request with this token may begin. */
  wait(token: string): Promise<void> {
    const storefrontId = this.#storefronts.get(token)
    const turn = Promise.withResolvers<void>()
    if (this.#waiting.size === 0) setImmediate(() => this.#begin())
    const own = this.#waiting.get(storefrontId) ?? []
    own.push(turn.resolve)
    this.#waiting.set(storefrontId, own)
    return turn.promise
  }

  accept(token: string, storefrontId: string): void {
    this.#storefronts.delete(token)
    this.#storefronts.set(token, storefrontId)
    if (this.#storefronts.size <= this.#maxTokens) return
    for (const oldest of this.#storefronts.keys().take(1)) this.#storefronts.delete(oldest)
  }

  #begin(): void {
    for (const [storefrontId, begins] of this.#waiting) {
      begins.shift()?.()
      if (begins.length === 0) this.#waiting.delete(storefrontId)
    }
    if (this.#waiting.size > 0) setImmediate(() => this.#begin())
  }
}
