import { expect, test } from '@jest/globals'
import { columnErrorsOf, questionOf } from './mapping-question.ts'
import { errorOfAnswer } from './problem.ts'

const errorOf = (body: object) => errorOfAnswer(422, JSON.stringify(body), () => null)
const columns = [{ name: 'Preis', samples: ['9,90'], suggestion: 'variant_price' }]

test('a file whose columns are not known is asked about', () => {
  const code = 'unrecognized_columns'
  expect(questionOf(errorOf({ code, columns, identity_suggestion: 'title' }))).toEqual({
    columns,
    identity: 'title',
  })
  expect(questionOf(errorOf({ code, columns }))).toEqual({ columns, identity: null })
})

test.each([
  ['an answer without columns', errorOf({ code: 'unrecognized_columns' })],
  ['an answer with none', errorOf({ code: 'unrecognized_columns', columns: [] })],
  ['no answer', new Error('away')],
])('nothing is asked by %s', (_what, error) => {
  expect(questionOf(error)).toBeNull()
})

test("errors of columns are found by the column's name", () => {
  const errors = [{ column: 'VK', message: 'Twice.' }, { message: 'Something else.' }]
  expect([...columnErrorsOf(errorOf({ code: 'invalid_mapping', errors }))]).toEqual([['VK', 'Twice.']])
  expect(columnErrorsOf(errorOf({ code: 'internal' })).size).toBe(0)
  expect(columnErrorsOf(new Error('away')).size).toBe(0)
})
