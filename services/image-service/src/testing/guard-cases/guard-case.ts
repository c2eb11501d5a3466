import type { HostAnswerInput, ScenarioInput } from '../namespace/in-namespace.ts'

/** One row of the guard's table: the request, the expected outcome, and the connections that were made. */
export interface GuardCase extends ScenarioInput {
  /** Completes "the guard: …". */
  what: string
  /** `fetched`, or outcome, reason and detail. */
  verdict: string
  /** Each expected connection, in order, as `address:port`; by default, none. */
  reached?: string[]
}

export const publicIpv4 = '93.184.216.34'
export const publicIpv6 = '2606:4700:4700::1111'
export const otherIpv4 = '151.101.1.1'

/** Where the zone's public hosts answer. */
export const http = `${publicIpv4}:80`
export const https = `${publicIpv4}:443`
export const http6 = `[${publicIpv6}]:80`

export const refused = {
  literal: 'rejected address_blocked literal',
  redirect: 'rejected address_blocked redirect',
  syntax: 'rejected url_not_allowed syntax',
  scheme: 'rejected url_not_allowed scheme',
  credentials: 'rejected url_not_allowed credentials',
  port: 'rejected url_not_allowed port',
  length: 'rejected url_not_allowed length',
  internalName: 'rejected resolution_rejected internal_name',
  privateAnswer: 'rejected resolution_rejected private_answer',
  noSuchName: 'rejected resolution_rejected nxdomain',
  noAddress: 'rejected resolution_rejected no_address',
} as const

/** A redirect whose `Location` fields have these bytes. */
export function redirect(status: number, ...locations: string[]): HostAnswerInput {
  const fields = locations.map((location) => `Location: ${Buffer.from(location).toString('latin1')}\r\n`)
  return {
    say: [
      `HTTP/1.1 ${status} Over There\r\n${fields.join('')}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    ],
  }
}

/** An answer's head and body; the connection is closed after it, unless `more` says otherwise. */
export function reply(fields: string[], body: Buffer | string, more: Partial<HostAnswerInput> = {}) {
  const head = ['HTTP/1.1 200 OK', ...fields].map((line) => `${line}\r\n`).join('')
  return { say: [`${head}\r\n${Buffer.from(body).toString('latin1')}`], ...more }
}
