// Types only: a decoder, which starts while its picture waits, need not load the contracts.
import type { Outcome, Reason } from '@catalog/contracts'

/** Formats that a body can be recognised as and that are not accepted. */
export const unusableFormats = ['svg', 'heic', 'jxl', 'jp2', 'bmp', 'ico', 'psd', 'pdf', 'html'] as const

export type UnusableFormat = (typeof unusableFormats)[number]

/** The details of each reason: for logs and metrics only, never shown to a merchant. */
const details = {
  url_not_allowed: ['syntax', 'scheme', 'credentials', 'port', 'length'],
  address_blocked: ['literal', 'peer', 'redirect'],
  resolution_rejected: ['nxdomain', 'no_address', 'private_answer', 'internal_name'],
  too_many_redirects: ['count', 'loop'],
  too_large: ['declared', 'streamed', 'inflated', 'pixels', 'avif_pixels', 'side', 'work'],
  not_an_image: [...unusableFormats, 'empty', 'unknown', 'truncated', 'corrupt', 'encoding'],
  http_error: ['status'],
  network_error: [
    'refused',
    'reset',
    'unreachable',
    'tls',
    'dns_server',
    'incomplete',
    'protocol',
    'header_size',
  ],
  timeout: ['dns', 'connect', 'headers', 'idle', 'total', 'decode'],
  storage_error: ['write'],
  // The decoder gave no answer. Final after three such attempts, like a service that gave none.
  attempts_exhausted: ['decoder_ended', 'decoder_memory'],
} as const satisfies Record<Reason, readonly string[]>

export type Details = { [R in Reason]: (typeof details)[R][number] }

/** `rejected`: a retry does not help. `failed`: a retry may help. */
export type Failure = Extract<Outcome, 'rejected' | 'failed'>

/** An attempt at an image that ended without renditions. */
export class ImageError<R extends Reason = Reason> extends Error {
  override readonly name = 'ImageError'
  readonly reason: R
  readonly detail: Details[R]
  /** The HTTP status, where the reason is `http_error`. */
  readonly status: number | undefined

  constructor(reason: R, detail: Details[R], options: { status?: number; cause?: unknown } = {}) {
    super(`${reason}: ${detail}`, 'cause' in options ? { cause: options.cause } : {})
    this.reason = reason
    this.detail = detail
    this.status = options.status
  }

  get outcome(): Failure {
    const isTransient =
      this.reason === 'http_error' ? !isRefusal(this.status) : transientReasons.has(this.reason)
    return isTransient ? 'failed' : 'rejected'
  }
}

const transientReasons = new Set<Reason>(['network_error', 'timeout', 'storage_error', 'attempts_exhausted'])

/** Statuses that mean "not now" rather than "no". */
const transientStatuses = new Set([408, 425, 429])

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && !transientStatuses.has(status)
}

/** Every combination of outcome, reason and detail with which an attempt can end without renditions. */
export function allEnds(): { outcome: Failure; reason: Reason; detail: Details[Reason] }[] {
  return reasons.flatMap((reason) => {
    const own: readonly Details[Reason][] = details[reason]
    return own.flatMap((detail) => outcomesOf(reason).map((outcome) => ({ outcome, reason, detail })))
  })
}

const reasons = Object.keys(details).filter((word): word is Reason => word in details)

function outcomesOf(reason: Reason): Failure[] {
  // For `http_error`, the status decides.
  if (reason === 'http_error') return ['rejected', 'failed']
  return [transientReasons.has(reason) ? 'failed' : 'rejected']
}
