import { describe, expect, test } from '@jest/globals'
import { readOptions } from './options.ts'
import { defaultDay } from './plan.ts'

describe('the options of a load test', () => {
  test('are a day on this machine, unless they say otherwise', () => {
    expect(readOptions([], {})).toMatchObject({ day: defaultDay, target: null, isCalculation: false })
    const { day } = readOptions(['--storefronts', '20', '--times', 'edit=8,pictures=0'], {})
    expect(day).toEqual({
      ...defaultDay,
      storefronts: 20,
      times: { ...defaultDay.times, edit: 8, pictures: 0 },
    })
  })

  test('name another installation, its secrets by the environment', () => {
    const env = { CATALOG_AUTH_SECRET: 'secret', CATALOG_DATABASE_URL: 'postgres://there' }
    const args = ['--url', 'http://there/', '--metrics', 'gateway=http://there:8081/metrics']
    expect(readOptions(args, env).target).toEqual({
      url: 'http://there',
      secret: 'secret',
      databaseUrl: 'postgres://there',
      pictures: null,
      metrics: { gateway: 'http://there:8081/metrics' },
    })
    expect(() => readOptions(args, {})).toThrow('CATALOG_AUTH_SECRET')
  })

  test.each([
    [['--storefronts', 'many']],
    [['--minutes', '0']],
    [['--times', 'edits=3']],
    [['--times', 'edit=x']],
    [['--calculate']],
    [['--metrics', 'here', '--url', 'http://there']],
    [['--rounds', '3']],
  ])('are refused where they make no sense: %s', (args) => {
    expect(() => readOptions(args, { CATALOG_AUTH_SECRET: 'secret' })).toThrow()
  })
})
