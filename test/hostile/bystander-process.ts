import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from '@catalog/contracts'
import { z } from 'zod'
import { createApi } from '../support/api.ts'
import { csvOf } from '../support/canonical-file.ts'
import { startImageHost } from '../support/image-host.ts'
import { waitFor } from '../support/wait-for.ts'
import { now } from './bystander.ts'
import type { Answer } from './bystander.ts'

// The process of bystander.ts, with which it communicates.
const report = (message: string | Answer) => process.send?.(message)
{
  await using images = await startImageHost()
  const begun = once(process, 'message')
  report(images.host)
  const [message] = await begun
  const { baseUrl, secret, everyMs } = z
    .object({ baseUrl: z.string(), secret: z.string(), everyMs: z.number() })
    .parse(message)
  const over = new AbortController()
  process.once('disconnect', () => over.abort())
  const api = createApi({ baseUrl: () => baseUrl, secret })

  const ask = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const at = now()
    const note = (failure?: string) =>
      report({ what, at, ms: now() - at, ...(failure !== undefined && { failure }) })
    try {
      const result = await work()
      note()
      return result
    } catch (error) {
      note(String(error))
      throw error
    }
  }
  const round = async (number: number) => {
    // Its catalog stays small, and a product may have 250 images.
    const storefront = `bystander-${Math.floor(number / 200)}`
    const rows = Array.from({ length: 5 }, (_, index) => ({
      handle: `mug-${index}`,
      title: `Mug ${index}`,
      variant_price: `${number % 100}.00`,
      image_url: index === 0 ? images.url(`/${number}.png`) : '',
    }))
    const draft = await ask('upload', () => api.upload(csvOf(rows), { storefront }))
    const run = await ask('confirm', () => api.confirm(draft.draft_id, { storefront }))
    await ask('image', () =>
      waitFor(
        'its image',
        async () => {
          const path = `/api/products/imports/runs/${run.run_id}`
          const { status } = await api.json<Run>(path, { storefront })
          return status === 'completed'
        },
        { everyMs: 5 },
      ),
    )
    await ask('export', async () => {
      const response = await api.request('/api/products/export', { storefront })
      if (!response.ok) throw new Error(`export: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    })
    await ask('read', () => api.json('/api/products/imports/runs?limit=20', { storefront }))
  }
  for (let number = 1; !over.signal.aborted; number += 1) {
    // The failure has been reported.
    await round(number).catch(() => undefined)
    await pause(everyMs, undefined, { signal: over.signal }).catch(() => undefined)
  }
}
