import { describe, expect, test } from '@jest/globals'
import cases from './formats.cases.json' with { type: 'json' }
import { formatsFor } from './formats.ts'

const en = formatsFor('en-GB')
const de = formatsFor('de')
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each(cases.sizes)('$bytes bytes are $text', ({ bytes, text }) => {
  expect(plain(en.bytes(bytes))).toBe(text)
})

test.each(cases.durations)('$ms milliseconds are $text', ({ ms, text }) => {
  expect(plain(en.duration(ms))).toBe(text)
})

test('a day is written out, without its time', () => {
  expect([en, de].map(({ date }) => date('2026-11-21T12:00:00Z'))).toEqual([
    '21 November 2026',
    '21. November 2026',
  ])
})

describe('the time since then', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  test.each(cases.times)('$then is $english, $german', ({ then, english, german }) => {
    expect([en.sinceThen(then, now), de.sinceThen(then, now)]).toEqual([english, german])
  })

  test('more than a week ago is a date', () => {
    expect(en.sinceThen('2026-11-01T12:00:00Z', now)).toBe(en.dateTime('2026-11-01T12:00:00Z'))
  })
})

test('numbers and shares are written as the locale does', () => {
  expect([en.number(1234.5), de.number(1234.5)]).toEqual(['1,234.5', '1.234,5'])
  expect([en.percent(62), plain(de.percent(62))]).toEqual(['62%', '62 %'])
})

test('prices keep their decimals, and changes their sign', () => {
  expect([en.price(1234.5), de.price(20.79), en.price(0.0625)]).toEqual(['1,234.50', '20,79', '0.0625'])
  expect([en.change(-89.1), plain(de.change(-89.1)), en.change(0.4), en.change(0)]).toEqual([
    '-89%',
    '-89 %',
    '+0.4%',
    '0%',
  ])
})

test.each(cases.timesLeft)(
  'of what expires, $ms milliseconds are left as $english, $german',
  ({ ms, english, german }) => {
    expect([en, de].map(({ timeLeft }) => plain(timeLeft(ms)))).toEqual([english, german])
  },
)

test('only the whole is 100 percent', () => {
  const { change, percent } = formatsFor('en')
  expect([-99.2, -99.74, -99.99, -100].map(change)).toEqual(['-99.2%', '-99.7%', '-99.9%', '-100%'])
  expect([99.9, 100].map(percent)).toEqual(['99%', '100%'])
})
