import { setTimeout as pause } from 'node:timers/promises'
import { csvOf } from '../support/canonical-file.ts'
import type { ImageHost } from '../support/image-host.ts'
import type { System } from '../support/system.ts'

/** One answer that a bystander has had. */
export interface Answer {
  what: string
  /** When it was asked for, and how long it took, by `performance.now()`. */
  at: number
  ms: number
  /** Undefined where all was well. */
  failure?: string
}

export interface Bystander extends AsyncDisposable {
  answers: Answer[]
}

const everyMs = 500
const storefront = 'bystander'

/** A storefront that uploads, confirms, exports and has an image fetched, and again half a second later. */
export function startBystander(system: System, images: ImageHost): Bystander {
  const answers: Answer[] = []
  const over = new AbortController()
  const ask = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const at = performance.now()
    const note = (failure?: string) =>
      answers.push({ what, at, ms: performance.now() - at, ...(failure !== undefined && { failure }) })
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
    const rows = Array.from({ length: 5 }, (_, index) => ({
      handle: `mug-${index}`,
      title: `Mug ${index}`,
      variant_price: `${number % 100}.00`,
      image_url: index === 0 ? images.url(`/bystander-${number}.png`) : '',
    }))
    const draft = await ask('upload', () => system.upload(csvOf(rows), { storefront }))
    const run = await ask('confirm', () => system.confirm(draft.draft_id, { storefront }))
    await ask('export', async () => {
      const response = await system.request('/api/products/export', { storefront })
      if (!response.ok) throw new Error(`export: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    })
    await ask('image', () => system.waitForRun(run.run_id, undefined, { storefront }))
  }
  const rounding = (async () => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      // What failed is noted.
      await round(number).catch(() => undefined)
      await pause(everyMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return {
    answers,
    async [Symbol.asyncDispose]() {
      over.abort()
      await rounding
    },
  }
}
