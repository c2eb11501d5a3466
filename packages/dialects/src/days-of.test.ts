import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { daysOf } from './days-of.ts'

describe('a date', () => {
  test.each([
    ['1577836800', ['2019-12-31', '2020-01-01', '2020-01-02']],
    ['1577836800000', ['2019-12-31', '2020-01-01', '2020-01-02']],
    ['43861', ['2020-01-31']],
    ['43861.75', ['2020-01-31']],
    ['20200131', ['2020-01-31']],
    ['2020-01-31T23:59:59', ['2020-01-31']],
    ['2020年1月31日', ['2020-01-31']],
    ['31.01.2020', ['2020-01-31']],
    ['3/4/20', ['2020-03-04', '2020-04-03']],
    ['31 Jan 2020', ['2020-01-31']],
    ['31-Jan-20', ['2020-01-31']],
    ['Jan 31, 2020, 12:00 AM', ['2020-01-31']],
    ['Friday, January 31st, 2020', ['2020-01-31']],
    ['2020 Sept 3', ['2020-09-03']],
    ['31. März 2020', ['2020-03-31']],
    ['31 janv. 2020', ['2020-01-31']],
    ['31 de enero de 2020', ['2020-01-31']],
    ['31 stycznia 2020', ['2020-01-31']],
    ['31 января 2020 г.', ['2020-01-31']],
    ['mar. 31 déc. 2020', ['2020-03-31', '2020-12-31']],
    ['soon', []],
    ['31 Foo 2020', []],
    ['May', []],
    ['12345678901', []],
    ['5', []],
  ])('%j may be %j', (date, days) => {
    expect(daysOf(date)).toEqual(days)
  })

  test.each(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'ru'])(
    'in %s is read with the name of its month',
    (language) => {
      const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      const styles = fc.constantFrom<('short' | 'long')[]>('short', 'long')
      fc.assert(
        fc.property(day, styles, (date, month) => {
          const options = { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' } as const
          const text = new Intl.DateTimeFormat(language, options).format(date)
          expect(daysOf(text)).toContain(date.toISOString().slice(0, 10))
        }),
      )
    },
  )

  test('of any text is a few days', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const day of daysOf(text)) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
      }),
    )
  })
})
