import type { Page } from 'playwright-core'
import type { Split } from '../../../packages/admin-page/src/parts/split.ts'

/** More rows than an import takes: 2,600 products of two variants. */
export function largeFile(): string {
  const lines = Array.from({ length: 5_200 }, (_, index) => {
    const product = index >> 1
    return `becher-${product},Becher ${product},Farbe,${index % 2},${index}.50\n`
  })
  return `handle,title,option1_name,option1_value,variant_price\n${lines.join('')}`
}

/** Leaves in the browser what an import in parts leaves on its way; the page must be open. */
export async function keepHalfDone(page: Page, storefrontId: string, runId: string): Promise<void> {
  const states: Split['parts'][number]['state'][] = [
    { is: 'applied', runId, errored: 0 },
    { is: 'applied', runId, errored: 12 },
    { is: 'skipped' },
    { is: 'waiting' },
    { is: 'waiting' },
  ]
  const split: Split = {
    storefrontId,
    id: 'halb',
    fileName: 'jahresbestand.csv',
    createdAt: Date.now(),
    rowCount: 23_014,
    parts: states.map((state, index) => ({
      number: index + 1,
      fileName: `jahresbestand-part-00${index + 1}.csv`,
      byteCount: 400_000,
      rowCount: index === 4 ? 3_014 : 5_000,
      firstRow: 2 + index * 5_000,
      lastRow: index === 4 ? 23_015 : 5_001 + index * 5_000,
      state,
    })),
    apart: [
      { name: 'becher-7', reason: 'rows_apart' },
      { name: 'kanne', reason: 'too_large' },
      { name: 'teller-weiss', reason: 'same_name' },
    ],
    apartCount: 3,
  }
  await page.evaluate(async (kept) => {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('catalog.parts', 1)
      opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
      opening.addEventListener('upgradeneeded', () => {
        opening.result.createObjectStore('splits', { keyPath: 'storefrontId' })
        opening.result.createObjectStore('files')
      })
      opening.addEventListener('success', () => {
        const transaction = opening.result.transaction('splits', 'readwrite')
        transaction.objectStore('splits').put(kept)
        transaction.addEventListener('complete', () => {
          opening.result.close()
          resolve()
        })
      })
    })
    // Last: the page drops the mark of a browser that stores nothing.
    localStorage.setItem('catalog.parts', 'kept')
  }, split)
}
