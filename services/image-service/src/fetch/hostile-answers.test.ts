import { expect, test } from '@jest/globals'
import { fetcherFor } from '../testing/fetch-from.ts'
import answers from '../testing/guard-cases/answers.json' with { type: 'json' }
import bodies from '../testing/guard-cases/bodies.json' with { type: 'json' }
import { readCases } from '../testing/guard-cases/read-cases.ts'
import { startRawHost } from '../testing/image-host.ts'
import { say } from '../testing/namespace/raw-hosts.ts'
import { verdictOf } from '../testing/verdict-of.ts'

/*
 * The hostile answers of guard-in-namespace.test.ts once more, for machines that cannot create a namespace. A fetch that
 * fails closes its connection.
 */
test.each([...readCases(answers), ...readCases(bodies)])('$what: $verdict', async (row) => {
  const [answer] = Object.values(row.answers)
  if (answer === undefined) throw new Error('there is nothing to answer')
  await using host = await startRawHost((socket) => {
    socket.once('data', () => void say(socket, answer))
  })
  await using fetcher = fetcherFor([host], { limits: { ...row.limits, maxBytes: 256 * 1024 } })
  const verdict = await verdictOf(fetcher.fetch(host.url()).then(() => 'fetched'))
  expect(verdict).toBe(row.verdict)
  if (verdict !== 'fetched') await host.idle()
})
