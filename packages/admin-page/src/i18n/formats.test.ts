import { describe, expect, test } from '@jest/globals'
import { formatsFor } from './formats.ts'

const en = formatsFor('en-GB')
const de = formatsFor('de')
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1_500_000, '1.4 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [10.5 * 1024 * 1024, '10.5 MB'],
  [3 * 1024 ** 4, '3,072 GB'],
])('%d bytes are %p', (bytes, text) => {
  expect(plain(en.bytes(bytes))).toBe(text)
})

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_240, '1.2 secs'],
  [59_999, '59 secs'],
  [60_000, '1 min'],
  [61_000, '1 min 1 sec'],
  [3_600_000, '1 hr'],
  [3_725_000, '1 hr 2 mins'],
])('%d milliseconds are %p', (ms, text) => {
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
  test.each([
    ['2026-11-21T11:59:30Z', 'this minute', 'in dieser Minute'],
    ['2026-11-21T12:05:00Z', 'this minute', 'in dieser Minute'],
    ['2026-11-21T11:55:00Z', '5 minutes ago', 'vor 5 Minuten'],
    ['2026-11-21T09:59:00Z', '2 hours ago', 'vor 2 Stunden'],
    ['2026-11-20T11:00:00Z', 'yesterday', 'gestern'],
    ['2026-11-18T11:00:00Z', '3 days ago', 'vor 3 Tagen'],
  ])('%s is %p, %p', (then, english, german) => {
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

test.each([
  [1_000, '1 second', '1 Sekunde'],
  [58_000, '58 seconds', '58 Sekunden'],
  [60_000, '1 minute', '1 Minute'],
  [3_540_000, '59 minutes', '59 Minuten'],
])('of what expires, %d milliseconds are left as %p, %p', (ms, english, german) => {
  expect([en, de].map(({ timeLeft }) => plain(timeLeft(ms)))).toEqual([english, german])
})
