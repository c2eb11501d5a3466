import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { imageIdentity, maxUrlLength, normalizeImageUrl } from './image-url.ts'

test.each([
  ['HTTPS://Images.Example.com/A.jpg', 'https://images.example.com/A.jpg'],
  ['https://a.example:443/x', 'https://a.example/x'],
  ['http://a.example:80/x', 'http://a.example/x'],
  ['http://a.example:443/x', 'http://a.example:443/x'],
  ['http://a.example:080/x', 'http://a.example/x'],
  ['http://a.example:/x', 'http://a.example/x'],
  ['http://a.example/x#top', 'http://a.example/x'],
  ['http://a.example/X%41/../y?B=1&a=%20', 'http://a.example/X%41/../y?B=1&a=%20'],
  ['http://a.example', 'http://a.example'],
  ['http://a.example/a b.jpg', 'http://a.example/a b.jpg'],
  ['http://User@A.example/x', 'http://User@a.example/x'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
])('%s is the image %s', (url, normalized) => {
  expect(normalizeImageUrl(url)).toBe(normalized)
  expect(normalizeImageUrl(normalized)).toBe(normalized)
})

test.each([
  '',
  'a.jpg',
  '/a.jpg',
  '//a.example/a.jpg',
  'ftp://a.example/a.jpg',
  'data:image/png;base64,AA==',
  'https://',
  'https:///a.jpg',
  'http://a b/c',
  'http://a.example:99999/x',
  'http:\\\\a.example\\x',
  'http://a.example/x\ny',
  `https://a.example/${'x'.repeat(2 * maxUrlLength)}`,
  `https://${'é.'.repeat(128)}example/`,
])('%j is no image URL', (url) => expect(normalizeImageUrl(url)).toBeUndefined())

test('whatever looks like a usual address is one, and stays as it is', () => {
  const url = fc.tuple(
    fc.constantFrom('http', 'https'),
    fc.stringMatching(/^(?:[a-z0-9-]{1,8}\.){1,3}[a-z0-9-]{1,5}$/),
    fc.constantFrom('', '/', '?', '/%zz/^|{}`"\'<>', '/x\\y', '/a b', '/x#y', '/é'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 6 }),
  )
  fc.assert(
    fc.property(url, ([scheme, host, path, more]) => {
      const written = `${scheme}://${host}${path}${path === '' ? '' : more}`
      const [before] = written.split('#')
      expect(normalizeImageUrl(written)).toBe(URL.canParse(written) ? before : undefined)
    }),
    { numRuns: 2_000, examples: [[['http', 'xn--a.example', '/', '']], [['http', '1.2.3.999', '/', '']]] },
  )
})

describe('an image has one identity', () => {
  test.each([
    ['https://a.example/ä.jpg', 'https://a.example/%C3%A4.jpg', 'https://A.example/%c3%a4.jpg#top'],
    ['https://a.example/a b.jpg?c d', 'https://a.example/a%20b.jpg?c%20d'],
    ['https://a.example', 'https://a.example/', 'https://a.example:443/./'],
    ['https://ü.example/"', 'https://xn--tda.example/%22'],
  ])('in all its spellings: %s', (...urls) => {
    expect(new Set(urls.map(imageIdentity)).size).toBe(1)
  })

  test.each([
    ['https://a.example/a.jpg', 'http://a.example/a.jpg'],
    ['https://a.example/a.jpg', 'https://a.example/A.jpg', 'https://a.example/%61.jpg'],
    ['https://a.example/a%2520b', 'https://a.example/a%20b', 'https://a.example/a+b'],
    ['https://a.example/ä', 'https://a.example/a\u0308'],
  ])('but not what a host may tell apart: %s', (...urls) => {
    expect(new Set(urls.map(imageIdentity)).size).toBe(urls.length)
  })

  test('as long as a host is asked for the same', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '/',
      '.',
      '..',
      '%',
      '%c3%A4',
      'ä',
      ' ',
      '?',
      "'",
      '"',
      '|',
      '&',
      '#',
      ',',
    )
    const url = fc.array(piece, { maxLength: 8 }).map((pieces) => `https://a.example/${pieces.join('')}`)
    fc.assert(
      fc.property(url, url, (one, other) => {
        expect(imageIdentity(askedFor(one))).toBe(imageIdentity(one))
        const isSame = askedFor(one).toLowerCase() === askedFor(other).toLowerCase()
        if (!isSame) expect(imageIdentity(one)).not.toBe(imageIdentity(other))
      }),
      { numRuns: 2_000 },
    )
  })
})

function askedFor(text: string): string {
  const url = new URL(text)
  url.hash = ''
  return url.href
}
