import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { maxUrlLength, normalizeImageUrl } from './image-url.ts'

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
