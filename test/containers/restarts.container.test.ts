import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { catalogFile, csvOf } from '../support/canonical-file.ts'
import { untilServed } from '../support/until-served.ts'
import { startContainedSystem } from './contained-system.ts'
import type { ContainedSystem } from './contained-system.ts'
import { clearUp } from './engine.ts'
import { atOnce, beginImagePhase, expectAllFetched, first, graceful, restart, stepMs } from './image-phase.ts'

let system: ContainedSystem
beforeAll(async () => {
  system = await startContainedSystem()
}, 1_200_000)
afterAll(() => clearUp(), stepMs)

describe('restarted in the middle of its work', () => {
  test.each([
    ['image-service', 'asked to stop', graceful],
    ['import-service', 'killed', atOnce],
    ['nats', 'asked to stop', graceful],
    ['nats', 'killed', atOnce],
    ['postgres', 'asked to stop', graceful],
    ['postgres', 'killed', atOnce],
  ] as const)(
    '%s, %s, loses no image of a run',
    async (name, how, timeout) => {
      const storefront = `${name}-${how === 'killed' ? 'killed' : 'stopped'}`
      const container = name === 'nats' || name === 'postgres' ? system[name] : first(system, name)
      const run = await beginImagePhase(system, storefront)
      await restart([container], { timeout, whileDown: () => system.images.open() })
      await expectAllFetched(system, run, storefront)
    },
    stepMs,
  )

  test(
    'export-service, killed, breaks the export off, and the next one is whole',
    async () => {
      const storefront = 'export-killed'
      const words = randomBytes(4_000).toString('hex')
      // More than all buffers in between can store.
      for (const part of ['a', 'b', 'c']) {
        const rows = Array.from({ length: 1_200 }, (_, index) => ({
          handle: `${part}-product-${index}`,
          title: 'Long',
          variant_price: '1',
          description_html: `<p>${words}</p>`,
        }))
        const draft = await untilServed('the upload', () => system.upload(csvOf(rows), { storefront }))
        await untilServed('the confirm', () => system.confirm(draft.draft_id, { storefront }))
      }
      const response = await system.request('/api/products/export', { storefront })
      const reader = response.body?.getReader()
      await reader?.read()
      await restart([first(system, 'export-service')])
      await expect(readToEnd(reader)).rejects.toThrow()

      const whole = await untilServed('an export', async () => {
        const next = await system.request('/api/products/export', { storefront })
        const text = await next.text()
        if (!next.ok) throw new Error(text)
        return text
      })
      expect(whole.match(/product-/g)).toHaveLength(3_600)
      expect(whole.endsWith('\r\n')).toBe(true)
    },
    stepMs,
  )

  test(
    'the gateway, killed, breaks the upload off, and the next one makes the draft',
    async () => {
      const storefront = 'gateway-killed'
      const begun = Promise.withResolvers<void>()
      let sent = 0
      // A megabyte, and then nothing more.
      const half = new ReadableStream({
        pull: (controller) => {
          if (sent === 16) return begun.resolve()
          sent += 1
          controller.enqueue(Buffer.alloc(65_536, 'handle,title\n'))
          return undefined
        },
      })
      const broken = expect(system.upload('', { storefront, body: half })).rejects.toThrow()
      await begun.promise
      await restart([first(system, 'gateway')])
      await broken
      const file = catalogFile({ products: 50, variants: 2 })
      const draft = await untilServed('the upload', () => system.upload(file, { storefront }))
      expect(draft.preview).toMatchObject({ adds: 100, errors: 0 })
    },
    stepMs,
  )
})

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  if (reader === undefined) throw new Error('the answer has no body')
  for (;;) if ((await reader.read()).done) return
}
