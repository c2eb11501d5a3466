import { ServiceError } from '@catalog/contracts'
import type { Middleware } from '../context.ts'

/** No comma: a proxy may join two header lines with one. */
const hostCharacters = /^[\w.~!$&'()*+;=:%[\]-]+$/

/**
 * A request must name exactly one host (RFC 9112, 3.2): a proxy in front that routes by it must not read a different
 * one. Node itself refuses only an HTTP/1.1 request without a host, without a problem document and a request id.
 */
export function requireHost(): Middleware {
  return async (ctx, next) => {
    const [host, ...others] = ctx.req.headersDistinct.host ?? []
    if (others.length > 0) throw refusal('has several Host headers')
    if (host === undefined && ctx.req.httpVersion === '1.1') throw refusal('has no Host header')
    if (host !== undefined && !isHost(host)) throw refusal('has a Host header that is no host')
    await next()
  }
}

function isHost(text: string): boolean {
  return hostCharacters.test(text) && URL.canParse(`http://${text}`)
}

function refusal(what: string): ServiceError {
  return new ServiceError('invalid_request', `The request ${what}. Name the host that it is for, once.`)
}
