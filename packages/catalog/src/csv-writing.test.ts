import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import { stringify } from 'csv-stringify/sync'
import * as fc from 'fast-check'
import { csvWriting, writeCsv } from './csv-writing.ts'

test('long texts are written like short ones', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'é', '😀'), maxLength: 20 })
  fc.assert(
    fc.property(text, fc.constantFrom(',', ';'), (part, delimiter) => {
      const rows = [[part.repeat(5_000), part, '']]
      expect(writeCsv(rows, { delimiter })).toBe(stringify(rows, { ...csvWriting, delimiter }))
    }),
    { numRuns: 50 },
  )
})

test('a text of 10 MB in quotation marks is written in less than 100 MB of memory', async () => {
  const path = JSON.stringify(new URL('csv-writing.ts', import.meta.url).href)
  const program = `
    import(${path}).then(({ writeCsv }) => {
      require('node:worker_threads').parentPort.postMessage(writeCsv([['"x'.repeat(5_000_000)]]).length)
    })`
  const worker = new Worker(program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 100 } })
  expect(await once(worker, 'message')).toEqual([15_000_000 + '\ufeff""\r\n'.length])
  await worker.terminate()
})
