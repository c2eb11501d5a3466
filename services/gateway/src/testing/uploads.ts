import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { api } from './samples.ts'
import type { TestGateway } from './test-gateway.ts'

const path = `${api}/imports`

export const csv = 'handle,title\r\nshirt,Shirt\r\n'

/** A form with one file: its type, and what is before and behind the file. */
export const fileForm = {
  type: 'multipart/form-data; boundary=b',
  head: '--b\r\nContent-Disposition: form-data; name="file"; filename="c.csv"\r\n\r\n',
  tail: '\r\n--b--\r\n',
}

/** An upload whose body the test writes by hand. */
export async function openUpload(
  { baseUrl, token }: Pick<TestGateway, 'baseUrl' | 'token'>,
  headers: Record<string, string>,
): Promise<ClientRequest> {
  const request = httpRequest(baseUrl + path, {
    method: 'POST',
    agent: false,
    headers: { Authorization: `Bearer ${await token()}`, ...headers },
  })
  request.on('error', () => {})
  return request
}

/** The head of an upload in chunks, all of which the test writes by hand. */
export async function chunkedHead({ token }: Pick<TestGateway, 'token'>, type: string): Promise<string> {
  return (
    `POST ${path} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${await token()}\r\n` +
    `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`
  )
}

export function inChunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

export async function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = await once(request, 'response')
  return response
}

/** The answer's head. */
export async function readHead(socket: Socket): Promise<string> {
  let text = ''
  while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0])
  return text
}
