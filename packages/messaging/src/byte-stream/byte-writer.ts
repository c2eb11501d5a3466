import { createHash } from 'node:crypto'
import { headersOf, unavailable } from '../wire.ts'
import type { Frame, Link } from './link.ts'
import { rechunk } from './rechunk.ts'

export const lengthHeader = 'Catalog-Length'
export const digestHeader = 'Catalog-Sha256'

/** `acknowledged`: the reader has all bytes and has checked them. `stopped`: it wanted no further ones. */
export type WriteOutcome = 'acknowledged' | 'stopped'

/**
 * After this many heartbeats (ten minutes) in which a live reader has requested nothing, the stream is aborted. A slow
 * reader requests more before that: at most a megabyte is under way in a stream.
 */
const stalledHeartbeats = 600

/** The writing end: pulls from the source only what the reader has requested. */
export class ByteWriter {
  readonly #link: Link
  readonly #iterator: AsyncIterator<Uint8Array>
  readonly #trailer: () => Uint8Array | undefined
  readonly #outcome = Promise.withResolvers<WriteOutcome>()
  readonly #hash = createHash('sha256')
  #over = false
  #exhausted = false
  #demand = 0
  /** Consecutive heartbeats at which the writer was waiting for the reader. */
  #stalled = 0
  #sent = 0
  #length = 0
  #end: (() => Frame) | undefined
  #wake: (() => void) | undefined
  #released: Promise<unknown> = Promise.resolve()

  /** `trailer` is called once the source has ended; its result is the body of the end frame. */
  constructor(
    link: Link,
    source: AsyncIterable<Uint8Array>,
    trailer: () => Uint8Array | undefined = () => undefined,
  ) {
    this.#link = link
    this.#trailer = trailer
    this.#iterator = source[Symbol.asyncIterator]()
  }

  /** Rejects with the source's error, or with the one that `abort` was called with. */
  async run(): Promise<WriteOutcome> {
    void this.#pump().catch((error: unknown) => this.#finish(() => this.#outcome.reject(error)))
    try {
      return await this.#outcome.promise
    } finally {
      if (!this.#exhausted) this.#release()
    }
  }

  /** Resolves once the source's `return()` has resolved; rejects with what it threw. */
  async released(): Promise<void> {
    await this.#released
  }

  onFrame({ kind, seq = 0 }: Frame): void {
    if (kind === 'demand' && seq > this.#demand) {
      this.#demand = seq
      this.#stalled = 0
      this.#wake?.()
    } else if (kind === 'done' && this.#end !== undefined) {
      this.#finish(() => this.#outcome.resolve('acknowledged'))
    } else if (kind === 'stop') {
      this.#finish(() => this.#outcome.resolve('stopped'))
    }
  }

  /** Stops writing: the other end has disconnected, or the caller no longer needs the bytes. */
  abort(error: unknown): void {
    this.#finish(() => this.#outcome.reject(error))
  }

  /**
   * Aborts after `stalledHeartbeats`: the source may hold resources that others need, such as a database connection.
   */
  heartbeat(): Frame {
    const isReadersTurn = this.#sent >= this.#demand || this.#end !== undefined
    this.#stalled = isReadersTurn ? this.#stalled + 1 : 0
    if (this.#stalled > stalledHeartbeats) this.abort(unavailable(new Error('the reader has stalled')))
    return this.#end?.() ?? { kind: 'sent', seq: this.#sent }
  }

  async #pump(): Promise<void> {
    const chunks = rechunk(this.#iterator)
    for (;;) {
      while (this.#sent >= this.#demand && !this.#over) await this.#demanded()
      if (this.#over) return
      const { value, done } = await this.#next(chunks)
      if (this.#over) return
      if (done === true) break
      this.#link.send({ kind: 'chunk', seq: this.#sent, data: value })
      this.#sent += 1
      this.#length += value.length
      // Sends the chunk first, so that it travels while it is hashed.
      await Promise.resolve()
      this.#hash.update(value)
    }
    this.#sendEnd()
  }

  async #next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      const result = await chunks.next()
      if (result.done === true) this.#exhausted = true
      return result
    } catch (error) {
      this.#exhausted = true
      throw error
    }
  }

  #sendEnd(): void {
    const fields = { [lengthHeader]: String(this.#length), [digestHeader]: this.#hash.digest('hex') }
    const data = this.#trailer()
    this.#end = () => ({ kind: 'end', seq: this.#sent, headers: headersOf(fields), ...(data && { data }) })
    this.#link.send(this.#end())
  }

  #demanded(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #finish(settle: () => void): void {
    if (this.#over) return
    this.#over = true
    settle()
    this.#wake?.()
  }

  #release(): void {
    this.#released = Promise.resolve(this.#iterator.return?.())
    // A caller that needs the outcome awaits `released()`.
    this.#released.catch(() => undefined)
  }
}
