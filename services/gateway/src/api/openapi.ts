import { z } from 'zod'
import { openEndpoint } from './endpoint.ts'
import type { Endpoint } from '../context.ts'
import { openApiDocument } from './openapi-document.ts'
import { json } from './answers.ts'

/** Answers with the OpenAPI document of all endpoints, including this one. */
export function openApiEndpoint(all: () => readonly Endpoint[]): Endpoint {
  let document: object | undefined
  return openEndpoint({
    method: 'get',
    path: '/api/openapi.json',
    operationId: 'describeApi',
    summary: 'This document',
    answers: { 200: json(z.object({ openapi: z.string() }), 'An OpenAPI 3.1 document.') },
    handle: async () => ({ status: 200, body: (document ??= openApiDocument(all())) }),
  })
}
