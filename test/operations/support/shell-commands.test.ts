import { expect, test } from '@jest/globals'
import { commandsOf } from './shell-commands.ts'

test.each([
  ['a b  c', [['a', 'b', 'c']]],
  ['a | b\nc && d &\n', [['a'], ['b'], ['c'], ['d']]],
  [`a 'b "c' "d 'e' \\"f"`, [['a', 'b "c', `d 'e' "f`]]],
  ['a \\\n  b # c\nd', [['a', 'b'], ['d']]],
  ['until a b; do c; done', [['a', 'b'], ['c']]],
  ['X=$(a "b c" | d)', [['X=$(a "b c" | d)'], ['a', 'b c'], ['d']]],
  [
    'a "x $(b c) y"',
    [
      ['a', 'x $(b c) y'],
      ['b', 'c'],
    ],
  ],
])('%s', (shell, commands) => {
  expect(commandsOf(shell)).toEqual(commands)
})

test('a quote that is not closed is refused', () => {
  expect(() => commandsOf("a 'b")).toThrow(SyntaxError)
  expect(() => commandsOf('a "b')).toThrow(SyntaxError)
})
