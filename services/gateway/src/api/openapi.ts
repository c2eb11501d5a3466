import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openEndpoint } from './endpoint.ts'
import type { Endpoint } from '../context.ts'
import { openApiDocument } from './openapi-document.ts'
import { json } from './answers.ts'

/** Answers with the OpenAPI document of all endpoints, including this one. */
export function openApiEndpoint(all: () => readonly Endpoint[]): Endpoint {
  // Its bytes are made once: serializing it takes longer than any other answer.
  const describe = (basePath: string) => {
    const body = Buffer.from(JSON.stringify(openApiDocument(all(), basePath)))
    const ETag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const type = 'application/json; charset=utf-8'
    return { body, headers: { 'Content-Type': type, 'Cache-Control': 'no-cache', ETag } }
  }
  let described: ReturnType<typeof describe> | undefined
  return openEndpoint({
    method: 'get',
    path: '/api/openapi.json',
    operationId: 'describeApi',
    summary: 'This document',
    answers: {
      200: json(z.object({ openapi: z.string() }), 'An OpenAPI 3.1 document.', { ETag: 'Of these bytes.' }),
      304: { description: 'The caller has it already (If-None-Match).' },
    },
    handle: async ({ basePath }) => ({ status: 200, ...(described ??= describe(basePath)) }),
  })
}
