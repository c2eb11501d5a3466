import { expect, test } from '@jest/globals'
import { readSearchWords } from './search-words.ts'

test.each([
  ['  ', [], []],
  ['Crème BRÛLÉE', ['creme', 'brulee'], []],
  ['row 17', [], [17]],
  ['Zeile 17 mug zeile 18', ['mug'], [17, 18]],
  ['17', ['17'], []],
  ['row', ['row'], []],
  ['row boat 17', ['row', 'boat', '17'], []],
])('"%s" asks for %j and for the rows %j', (q, words, rows) => {
  expect(readSearchWords(q, 'Zeile ')).toEqual({ words, rows: new Set(rows) })
})
