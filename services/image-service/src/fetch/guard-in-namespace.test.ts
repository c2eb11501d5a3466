import { beforeAll, describe, expect, test } from '@jest/globals'
import { describeInNamespace } from '../../../../test/support/describe-in-namespace.ts'
import { answerCases } from '../testing/guard-cases/answers.ts'
import { exceptionCases } from '../testing/guard-cases/exceptions.ts'
import type { GuardCase } from '../testing/guard-cases/guard-case.ts'
import { nameCases, nameZone } from '../testing/guard-cases/names.ts'
import { rangeCases, rangeZone } from '../testing/guard-cases/ranges.ts'
import { redirectCases } from '../testing/guard-cases/redirects.ts'
import { spellingCases } from '../testing/guard-cases/spellings.ts'
import { urlCases } from '../testing/guard-cases/urls.ts'
import { namespaceRefusal, runInNamespace } from '../testing/namespace/in-namespace.ts'
import type { Result } from '../testing/namespace/in-namespace.ts'

/*
 * Tests the guard end to end in a network namespace, where a leak is seen as a connection and no packet leaves this
 * machine. If the machine cannot create a namespace, the tests are skipped; on CI they fail.
 */
const table: Record<string, GuardCase[]> = {
  'URLs that say two things': urlCases,
  'addresses in any spelling': spellingCases,
  'ranges that are not public': rangeCases,
  names: nameCases,
  redirects: redirectCases,
  'exceptions and denials of the operator': exceptionCases,
  'answers of a hostile host': answerCases,
}
const cases = Object.values(table).flat()

const controls = {
  raw: 'raw:169.254.169.254:80',
  closed: 'raw:fd00::1:1',
  proxy: 'global:http://cdn.example/a.jpg',
}

describeInNamespace('the guard in a network of its own', namespaceRefusal(), () => {
  const results = new Map<GuardCase | string, Result>()

  beforeAll(async () => {
    const urls = Object.values(controls)
    const all = await runInNamespace({
      zone: { ...nameZone, ...rangeZone },
      scenarios: [...urls.map((url) => ({ url })), ...cases],
    })
    for (const [index, key] of [...urls, ...cases].entries()) results.set(key, found(all[index]))
  }, 360_000)

  describe('a connection that bypasses the guard would be seen', () => {
    test('a connection to an address inside', () => {
      expect(reached(controls.raw)).toEqual(['169.254.169.254:80'])
    })

    test('a connection that is not accepted', () => {
      expect(of(controls.closed)).toMatchObject({ connections: [], opened: 1 })
    })

    test('a request through the proxy in the environment', () => {
      expect(reached(controls.proxy)).toEqual(['10.9.9.9:80'])
    })
  })

  for (const [topic, rows] of Object.entries(table)) {
    describe(topic, () => {
      test.each(rows)('$what: $verdict', (row) => {
        const { verdict, opened } = of(row)
        const addresses = row.reached ?? []
        expect({ verdict, reached: reached(row), opened }).toEqual({
          verdict: row.verdict,
          reached: addresses,
          opened: addresses.length,
        })
      })
    })
  }

  describe('the name server gets', () => {
    test('no query for a name that is internal', () => {
      const rows = cases.filter(
        ({ verdict, reached: to = [] }) => verdict.endsWith('internal_name') && to.length === 0,
      )
      expect(rows.length).toBeGreaterThan(30)
      for (const row of rows) expect([row.url, ...of(row).queries]).toEqual([row.url])
    })

    test('no query for a literal address', () => {
      const rows = cases.filter(({ verdict }) => verdict.endsWith('literal'))
      expect(rows.length).toBeGreaterThan(100)
      for (const row of rows) expect([row.url, ...of(row).queries]).toEqual([row.url])
    })

    test('one query for each name and kind of address, even if the answer changes', () => {
      expect(of(rowOf('http://rebinding.example/')).queries).toEqual([
        'rebinding.example',
        'rebinding.example',
      ])
    })

    test('the name alone, without the search list of a pod', () => {
      expect(of(rowOf('http://api.shop/')).queries).toEqual(['api.shop', 'api.shop'])
    })
  })

  describe('a merchant learns about the internal network', () => {
    test('nothing from the message, which is the same for every refused name', () => {
      const rows = cases.filter(({ verdict }) => verdict.includes('resolution_rejected'))
      expect(new Set(rows.map(({ verdict }) => verdict)).size).toBe(4)
      expect(new Set(rows.map((row) => of(row).message)).size).toBe(1)
    })

    test('nothing from the steps, which are the same for an internal name and one that does not exist', () => {
      const names = [
        'missing.example',
        'empty.example',
        '127.0.0.1.nip.example',
        'bad-a.example',
        'alias-inside.example',
      ]
      for (const name of names) {
        expect(of(rowOf(`http://${name}/`))).toMatchObject({ queries: [name, name], opened: 0 })
      }
    })

    test('no address, no name and no path, whatever happened', () => {
      for (const row of cases) {
        expect(of(row).message).not.toMatch(
          /\d+\.\d+\.|::|\[|example|internal|localhost|\/\/[^ ]*[a-z]|a\.jpg/i,
        )
      }
    })
  })

  test("sends TLS the host's name without the trailing dot", () => {
    const { connections } = of(rowOf('https://cdn.example./a.jpg'))
    expect(connections.map(({ serverName }) => serverName)).toEqual(['cdn.example'])
  })

  test('requests nothing twice', () => {
    const row = cases.find(({ what }) => what.startsWith('a connection that is kept'))
    expect(of(found(row)).connections[0]?.requests).toHaveLength(3)
  })

  function of(key: GuardCase | string): Result {
    return found(results.get(key))
  }

  function reached(key: GuardCase | string): string[] {
    return of(key).connections.map(({ to }) => to)
  }
})

function rowOf(url: string): GuardCase {
  return found(cases.find((row) => row.url === url))
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the scenario did not run')
  return value
}
