import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { decodeError, unavailable } from '../wire.ts'
import { digestHeader, lengthHeader } from './byte-writer.ts'
import type { Frame, Link } from './link.ts'
import type { Window, Windows } from './windows.ts'

const noBytes = new Uint8Array()

/**
 * The reading end: a stream of chunks in the order in which they were sent. It requests them as it is read, at most a
 * window ahead, and ends only if the length and SHA-256 of all bytes match those that the writer sent. It fails with
 * `unavailable` if a chunk is missing or the bytes differ, and with the writer's `ServiceError` if the writer aborts.
 * Destroying it stops the writer.
 */
export class ByteReader extends Readable {
  #link: Pick<Link, 'send'>
  readonly #window: Window
  readonly #hash = createHash('sha256')
  readonly #queue: Uint8Array[] = []
  readonly #unhashed: Uint8Array[] = []
  #received = 0
  #acknowledged = 0
  #length = 0
  #wanted = false
  #asked = false
  #complete = false
  #trailer: Uint8Array | undefined

  constructor(link: Pick<Link, 'send'>, windows: Pick<Windows, 'open'>) {
    // Object mode, so that chunks are passed on without being copied together. This class keeps the window itself.
    super({ objectMode: true, highWaterMark: 1 })
    this.#link = link
    this.#window = windows.open()
    // An error before the first read must not end the process; each read, now or later, rejects with it.
    this.on('error', () => undefined)
  }

  /** The body of the end frame; undefined before the end, and if the writer sent none. */
  get trailer(): Uint8Array | undefined {
    return this.#trailer
  }

  onFrame(frame: Frame): void {
    if (this.destroyed) return
    if (frame.kind === 'chunk') this.#receive(frame)
    else if (frame.kind === 'sent' && frame.seq !== this.#received) this.#fail('a chunk is missing')
    else if (frame.kind === 'end') this.#finish(frame)
    else if (frame.kind === 'cut') this.destroy(decodeError(frame.data ?? noBytes))
  }

  /** All bytes, which came in one message: the other end expects no frame. */
  receiveWhole(bytes: Uint8Array): void {
    if (this.destroyed) return
    this.#link = { send: () => undefined }
    this.#queue.push(bytes)
    this.#complete = true
    this.#pass()
  }

  heartbeat(): Frame {
    return this.#asked ? this.#demand() : { kind: 'alive' }
  }

  override _read(): void {
    this.#wanted = true
    if (!this.#asked) {
      this.#asked = true
      this.#link.send(this.#demand())
    }
    this.#pass()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#queue.length = 0
    this.#window.close()
    this.#link.send({ kind: this.readableEnded ? 'done' : 'stop' })
    callback(error)
  }

  #receive({ seq, data = noBytes }: Frame): void {
    if (seq !== this.#received || this.#complete) return this.#fail('a chunk is missing')
    this.#received += 1
    this.#length += data.length
    this.#queue.push(data)
    this.#pass()
    // Sends the demand first, so that the next chunk travels while this one is hashed.
    this.#unhashed.push(data)
    queueMicrotask(() => this.#hashReceived())
  }

  #finish({ seq, headers, data = noBytes }: Frame): void {
    if (this.#complete) return
    if (seq !== this.#received) return this.#fail('a chunk is missing')
    if (headers?.get(lengthHeader) !== String(this.#length)) return this.#fail('the length differs')
    this.#hashReceived()
    if (headers.get(digestHeader) !== this.#hash.digest('hex')) return this.#fail('the SHA-256 differs')
    if (data.length > 0) this.#trailer = data
    this.#complete = true
    this.#pass()
  }

  #hashReceived(): void {
    for (const data of this.#unhashed) this.#hash.update(data)
    this.#unhashed.length = 0
  }

  #pass(): void {
    while (this.#wanted && this.#queue.length > 0) {
      const { buffer, byteOffset, byteLength } = this.#queue.shift() ?? noBytes
      this.#acknowledged += 1
      // A demand after every second chunk keeps chunks on their way with half as many messages.
      if (this.#acknowledged % Math.min(2, this.#window.chunks) === 0) this.#link.send(this.#demand())
      this.#wanted = this.push(Buffer.from(buffer, byteOffset, byteLength))
    }
    if (this.#complete && this.#queue.length === 0 && !this.readableEnded) this.push(null)
  }

  #demand(): Frame {
    return { kind: 'demand', seq: this.#acknowledged + this.#window.chunks }
  }

  #fail(what: string): void {
    this.destroy(unavailable(new Error(what)))
  }
}
