/**
 * Answers that wait in memory for their clients. While there is room for all, each may be as slow as it likes; otherwise
 * the storefront that occupies most loses its oldest ones, with their connections.
 */
export class UnreadAnswers {
  readonly #waiting = new Map<Answer, string>()
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** To be called when an answer is about to be written; makes room for it. */
  add(storefrontId: string, answer: Answer): void {
    this.#makeRoom()
    // Its client may have left meanwhile; no event would remove it then.
    if (answer.closed) return
    this.#waiting.set(answer, storefrontId)
    answer.once('close', () => this.#waiting.delete(answer))
  }

  #makeRoom(): void {
    const byStorefront = new Map<string, { bytes: number; answers: [Answer, bytes: number][] }>()
    let total = 0
    for (const [answer, storefrontId] of this.#waiting) {
      const bytes = answer.socket?.writableLength ?? 0
      const own = byStorefront.get(storefrontId) ?? { bytes: 0, answers: [] }
      byStorefront.set(storefrontId, own)
      own.bytes += bytes
      own.answers.push([answer, bytes])
      total += bytes
    }
    while (total > this.#maxBytes) {
      const [largest] = [...byStorefront.values()].sort((one, other) => other.bytes - one.bytes)
      const [answer, bytes] = largest?.answers.shift() ?? []
      if (!largest || !answer || bytes === undefined) return
      answer.destroy()
      largest.bytes -= bytes
      total -= bytes
    }
  }
}

/** What is used of a `ServerResponse`. */
interface Answer {
  closed: boolean
  socket: { writableLength: number } | null
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}
