import { describe, expect, test } from '@jest/globals'
import {
  array,
  assert,
  configureGlobal,
  constantFrom,
  domain,
  oneof,
  property,
  string,
  stringMatching,
  tuple,
} from 'fast-check'
import { createAddressGuard } from './address-guard.ts'
import { RefusedUrl } from './refusals.ts'
import urls from './testing/urls.json' with { type: 'json' }

// A fixed seed: the same cases in each run.
configureGlobal({ seed: 42 })

const guard = createAddressGuard({ deniedCidrs: ['34.118.224.0/20', '2600:1f00::/24'], allowedHosts: [] })

describe('URLs that are not allowed', () => {
  test.each([
    ...Object.entries(urls.notAllowed).flatMap(([detail, texts]) => texts.map((text) => [text, detail])),
    [`http://cdn.example/${'a'.repeat(2030)}`, 'length'],
  ])('%j: %s', (text, detail) => {
    expect(verdict(text)).toEqual(['url_not_allowed', detail])
  })
})

describe('literal addresses in any spelling', () => {
  test.each(urls.literal)('refuses %s', (text) => {
    expect(verdict(text)).toEqual(['address_blocked', 'literal'])
  })

  test.each(urls.public)('lets the public %s through', (text, href) => {
    expect(guard.checkUrl(text).href).toBe(href)
  })
})

describe('names', () => {
  test.each(urls.internal)('refuses the internal %s before a query', (text) => {
    expect(verdict(text)).toEqual(['resolution_rejected', 'internal_name'])
  })

  test.each(urls.names)('lets %s through to the name server', (text, href) => {
    expect(guard.checkUrl(text).href).toBe(href)
  })
})

describe('the list of exceptions', () => {
  const lenient = createAddressGuard({
    deniedCidrs: [],
    allowedHosts: ['127.0.0.1:4321', '[::1]:80', 'cdn.svc:443', 'localhost:8080'],
  })

  test.each(urls.exceptions)('lets %s through', (text) => {
    expect(() => lenient.checkUrl(text)).not.toThrow()
  })

  test.each(urls.beyond)('matches only the exact host and port: %s', (text, reason) => {
    expect(verdict(text, lenient)[0]).toBe(reason)
  })
})

test('what is remembered of a host is not of another port, scheme or spelling of it', () => {
  const origins = [
    'http://a.example',
    'https://a.example',
    'http://a.example:8080',
    'http://u@a.example',
    'ftp://a.example',
  ]
  const texts = tuple(
    constantFrom(...origins, 'http://a', 'http://10.0.0.1', 'http://[::1]'),
    constantFrom('', '/', '?', '#x'),
  )
  assert(
    property(array(texts, { minLength: 2, maxLength: 8 }), (list) => {
      const remembering = createAddressGuard()
      for (const parts of list) verdict(parts.join(''), remembering)
    }),
  )
})

test('whatever the text, the URL that comes back is plain http(s) to a host that may be asked for', () => {
  const pieces = array(constantFrom(...urls.pieces), { maxLength: 12 })
  // fast-check's own makes a table of all of Unicode, which takes a second.
  const usual = tuple(
    constantFrom('http://', 'https://'),
    domain(),
    stringMatching(/^(\/([\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2}){0,8}){0,3}(\?[\w=&%]{0,8})?(#\w{0,8})?$/),
  ).map((parts) => parts.join(''))
  assert(
    property(
      oneof(
        pieces.map((list) => list.join('')),
        usual,
        string(),
      ),
      (text) => {
        let url
        try {
          url = guard.checkUrl(text)
        } catch (error) {
          expect(error).toMatchObject({ name: 'RefusedUrl', detail: guard.refusalOf(text) })
          return
        }
        expect(guard.refusalOf(text)).toBeUndefined()
        expect(url.protocol).toMatch(/^https?:$/)
        expect([url.username, url.password]).toEqual(['', ''])
        expect(['', '80', '443']).toContain(url.port)
        expect(verdict(url.href)).toEqual([])
        expect(url.hostname).not.toMatch(/^127\.|^\[|\.$/)
      },
    ),
    { numRuns: 2000 },
  )
})

function verdict(text: string, by = guard): string[] {
  const remembered = [by.refusalOf(text), by.refusalOf(text)]
  try {
    by.checkUrl(text)
    expect(remembered).toEqual([undefined, undefined])
    return []
  } catch (error) {
    if (!(error instanceof RefusedUrl)) throw error
    expect(remembered).toEqual([error.detail, error.detail])
    return [error.reason, error.detail]
  }
}
