import { expect, jest, test } from '@jest/globals'
import { reloadOnce } from './reload-once.ts'

test('a page that was reloaded automatically is not reloaded again for five minutes', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  const reload = jest.fn()
  expect(reloadOnce(storage, reload, 1_000_000)).toBe(true)
  expect(reloadOnce(storage, reload, 1_299_999)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(reloadOnce(storage, reload, 1_300_000)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('without storage, the page is not reloaded automatically', () => {
  const reload = jest.fn()
  expect(reloadOnce({ getItem: () => null, setItem: forbid }, reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

function forbid(): never {
  throw new Error('forbidden')
}
