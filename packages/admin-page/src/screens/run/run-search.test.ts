import { expect, test } from '@jest/globals'
import { readRunSearch } from './run-search.ts'
import { webAddress } from './web-address.ts'

test('the address selects which images are shown, and anything else shows all', () => {
  expect(readRunSearch({ outcome: 'failed' })).toEqual({ outcome: 'failed' })
  for (const outcome of [undefined, 'lost', 1, ['failed']]) expect(readRunSearch({ outcome })).toEqual({})
})

test('the address also selects which rows are shown', () => {
  expect(readRunSearch({ outcome: 'failed', kind: 'new', q: 12 })).toEqual({
    outcome: 'failed',
    kind: 'new',
    q: '12',
  })
})

test.each([
  ['https://images.example/a.png', 'https://images.example/a.png'],
  ['HTTP://images.example', 'http://images.example/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['a.png', null],
  ['', null],
])("the text of an image's URL, %p, links to %p", (text, address) => {
  expect(webAddress(text)).toBe(address)
})
