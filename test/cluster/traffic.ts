import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Run } from '@catalog/contracts'
import { catalogFile } from '../support/canonical-file.ts'
import { expectPictures, exportOf } from './journey.ts'
import type { Lab } from './lab.ts'

/** Continuous traffic of merchants: imports, exports, reads and image phases, until it is stopped. */
export interface Traffic extends AsyncDisposable {
  /** Ends it after each merchant has finished its current request, and checks every picture. */
  stop: () => Promise<Done>
}

export interface Done {
  imports: number
  exports: number
  reads: number
  images: number
  /** A sentence for each failed request, broken export and lost image. */
  failures: string[]
}

const exported = { products: 500, variants: 2 }
const imagesOfRun = 12
/** Pause between two requests of one merchant: starting pods need the processor too. */
const pauseMs = 300

/** @param word makes the ids of this traffic's storefronts unique */
export async function startTraffic(lab: Lab, word: string): Promise<Traffic> {
  const { api, helper } = lab
  const done: Done = { imports: 0, exports: 0, reads: 0, images: 0, failures: [] }
  const runs: { run: Run; storefront: string }[] = []
  const ending = new AbortController()
  const stopping = new AbortController()
  const { signal } = stopping

  const source = `${word}-exports`
  const catalog = await api.upload(catalogFile(exported), { storefront: source })
  await api.confirm(catalog.draft_id, { storefront: source })
  const whole = await exportOf(api, { storefront: source })
  assert.equal(whole.split('\r\n').length, exported.products * exported.variants + 2, 'rows of the export')

  const importing = async (storefront: string, edition: number) => {
    const draft = await api.upload(catalogFile({ products: 60, variants: 2, edition }), {
      storefront,
      signal,
    })
    await api.confirm(draft.draft_id, { storefront, signal })
    done.imports += 1
  }
  const exporting = async () => {
    assert.ok(
      (await exportOf(api, { storefront: source, signal })) === whole,
      'the export is another one than at first',
    )
    done.exports += 1
  }
  const reading = async () => {
    await api.json('/api/products/summary', { storefront: source, signal })
    done.reads += 1
  }
  const fetchingImages = async (storefront: string, edition: number) => {
    const imageUrl = (product: number) => helper.picture(`/slow/${storefront}/${edition}/${product}.jpg`)
    const size = { products: imagesOfRun, variants: 1, images: 1, edition, imageUrl }
    const draft = await api.upload(catalogFile(size), { storefront })
    const { run_id: id } = await api.confirm(draft.draft_id, { storefront })
    const run = await api.waitForRun(id, undefined, { storefront, signal, timeoutMs: 300_000 })
    assert.equal(run.image_counts.fetched, imagesOfRun, `images of run ${id}`)
    runs.push({ run, storefront })
  }

  const keepAt = async (what: string, once: (edition: number) => Promise<void>) => {
    for (let edition = 1; !ending.signal.aborted; edition++) {
      try {
        await once(edition)
      } catch (error) {
        done.failures.push(`${what}: ${sentenceOf(error)}`)
      }
      await wait(pauseMs)
    }
  }
  const all = [
    keepAt('import', (edition) => importing(`${word}-a`, edition)),
    keepAt('import', (edition) => importing(`${word}-b`, edition)),
    keepAt('export', exporting),
    keepAt('read', reading),
    keepAt('images', (edition) => fetchingImages(`${word}-images`, edition)),
  ]
  return {
    stop: async () => {
      ending.abort()
      await Promise.all(all)
      for (const { run, storefront } of runs) done.images += await expectPictures(api, run, storefront)
      return done
    },
    // If a case failed before the end.
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      stopping.abort()
      await Promise.all(all)
    },
  }
}

export function expectNoFailure({ imports, exports, reads, images, failures }: Done): string {
  assert.equal(failures.length, 0, failures.join('; '))
  assert.ok(imports > 0 && exports > 0 && reads > 0 && images > 0, 'nothing was under way')
  return `${imports} imports, ${exports} exports, ${reads} reads, ${images} images, none failed`
}

function sentenceOf(error: unknown): string {
  const at = new Date().toISOString().slice(11, 23)
  return `${at} ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`
}
