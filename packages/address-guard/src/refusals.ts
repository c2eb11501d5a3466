/**
 * Why a URL can never be fetched, whatever its host answers: by detail, the reason in the outcome and the sentence for
 * the merchant. The sentences contain no address and do not reveal which internal names exist.
 */
export const refusals = {
  syntax: {
    reason: 'url_not_allowed',
    message:
      'The URL, or one it redirects to, is not a complete web address. Copy the picture’s address from your browser: it begins with https:// and has no spaces.',
  },
  scheme: {
    reason: 'url_not_allowed',
    message:
      'The URL, or one it redirects to, does not begin with https:// or http://. Only such addresses can be used.',
  },
  credentials: {
    reason: 'url_not_allowed',
    message:
      'The URL, or one it redirects to, holds a user name or a password. Use one that anyone can open without signing in.',
  },
  port: {
    reason: 'url_not_allowed',
    message:
      'The URL, or one it redirects to, names a port other than 80 and 443. Use one without a colon and a number after the host.',
  },
  length: {
    reason: 'url_not_allowed',
    message: 'The URL, or one it redirects to, is longer than 2,048 characters. Use a shorter one.',
  },
  literal: {
    reason: 'address_blocked',
    message:
      'The URL, or one it redirects to, is not on the public internet. Put the picture where anyone can open it, and use that address.',
  },
  internal_name: {
    reason: 'resolution_rejected',
    message:
      'The host in the URL, or in one it redirects to, does not exist or is not on the public internet. Check how it is spelled.',
  },
} as const

export type RefusalDetail = keyof typeof refusals

/** Thrown for a URL that is refused by its text alone. */
export class RefusedUrl extends Error {
  override readonly name = 'RefusedUrl'
  readonly detail: RefusalDetail
  readonly reason: (typeof refusals)[RefusalDetail]['reason']

  constructor(detail: RefusalDetail) {
    const { reason } = refusals[detail]
    super(`${reason}: ${detail}`)
    this.detail = detail
    this.reason = reason
  }
}
