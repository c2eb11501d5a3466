import { maxPageBytes } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { aroundItemsBytes, cutPage, decodeCursor } from './cursor.ts'

const sizes = fc.array(fc.oneof(fc.nat(500), fc.nat(maxPageBytes / 2), fc.nat(2 * maxPageBytes)), {
  maxLength: 20,
})

test('the pages of a list have all of its items, each page as many as limit and bytes allow', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 12 }), (lengths, limit) => {
      const items = lengths.map((length, id) => ({ id, text: 'x'.repeat(length) }))
      const pages: object[][] = []
      for (let from: number | null = 0; from !== null;) {
        const rest = items.slice(from, from + limit + 1)
        const { page, nextCursor } = cutPage(rest, limit, ({ id }) => String(id))
        pages.push(page)
        expect(page.length <= 1 || bytesOf(page) <= maxPageBytes).toBe(true)
        const wider = rest.slice(0, page.length + 1)
        if (nextCursor !== null) {
          expect(page.length === limit || bytesOf(wider) > maxPageBytes).toBe(true)
        }
        from = nextCursor === null ? null : Number(decodeCursor(nextCursor, /^\d+$/)) + 1
      }
      expect(pages.flat()).toEqual(items)
    }),
  )
})

/** Of an answer with the page, without the brackets around its items. */
function bytesOf(page: object[]): number {
  return aroundItemsBytes + JSON.stringify(page).length - 1
}
