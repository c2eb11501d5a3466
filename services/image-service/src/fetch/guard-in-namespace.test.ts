import { beforeAll, describe, expect, test } from '@jest/globals'
import { describeInNamespace } from '../../../../test/support/describe-in-namespace.ts'
import answers from '../testing/guard-cases/answers.json' with { type: 'json' }
import bodies from '../testing/guard-cases/bodies.json' with { type: 'json' }
import exceptions from '../testing/guard-cases/exceptions.json' with { type: 'json' }
import names from '../testing/guard-cases/names.json' with { type: 'json' }
import ranges from '../testing/guard-cases/ranges.json' with { type: 'json' }
import redirects from '../testing/guard-cases/redirects.json' with { type: 'json' }
import spellings from '../testing/guard-cases/spellings.json' with { type: 'json' }
import urls from '../testing/guard-cases/urls.json' with { type: 'json' }
import { readCases } from '../testing/guard-cases/read-cases.ts'
import type { GuardCase } from '../testing/guard-cases/read-cases.ts'
import { zone } from '../testing/guard-cases/zone.ts'
import { namespaceRefusal, runInNamespace } from '../testing/namespace/in-namespace.ts'
import type { Result } from '../testing/namespace/in-namespace.ts'

/*
 * Tests the guard end to end in a network namespace, where a leak is seen as a connection and no packet leaves this
 * machine. If the machine cannot create a namespace, the tests are skipped; on CI they fail.
 */
const table: Record<string, GuardCase[]> = {
  'URLs that say two things': readCases(urls),
  'addresses in any spelling': readCases(spellings),
  'ranges that are not public': readCases(ranges),
  names: readCases(names),
  redirects: readCases(redirects),
  'exceptions and denials of the operator': readCases(exceptions),
  'answers of a hostile host': [...readCases(answers), ...readCases(bodies)],
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
    const targets = Object.values(controls)
    const all = await runInNamespace({
      zone,
      scenarios: [...targets.map((url) => ({ url })), ...cases],
    })
    for (const [index, key] of [...targets, ...cases].entries()) results.set(key, found(all[index]))
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
        expect({ verdict, reached: reached(row), opened }).toEqual({
          verdict: row.verdict,
          reached: row.reached,
          opened: row.reached.length,
        })
      })
    })
  }

  describe('the name server gets', () => {
    test('no query for a name that is internal', () => {
      const rows = cases.filter(
        ({ verdict, reached: to }) => verdict.endsWith('internal_name') && to.length === 0,
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
      const nowhere = [
        'missing.example',
        'empty.example',
        '127.0.0.1.nip.example',
        'bad-a.example',
        'alias-inside.example',
      ]
      for (const name of nowhere) {
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
