import { writeCsv } from '@catalog/catalog'
import { parse } from 'csv-parse/sync'
import { startSystem } from '../support/system.ts'
import { alternate, medianOf, timed } from './alternate.ts'
import { realisticRows } from './export-files.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { cancel } from './upload-file.ts'

const storefront = 'bench'
export const shapes = [
  { products: 1_000, variants: 5 },
  { products: 5_000, variants: 1 },
]

/** Uploads 5,000 new rows in Medusa's format until the preview is answered; the floor is csv-parse alone. */
export async function benchMedusaShapes({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  await system.kill('image-service')
  const findings: Finding[] = []
  for (const { products, variants } of shapes) {
    const file = await medusaProducts(products, variants)
    tell(`medusa: ${products} products of ${variants}, ${(file.length / 1024 / 1024).toFixed(1)} MB`)
    const results = await alternate(rounds, {
      floor: async () => ({ ms: await timed(async () => parse(file, { bom: true })) }),
      subject: async () => {
        const startedAt = performance.now()
        const { preview, draft_id: draftId } = await system.upload(file, { storefront })
        const ms = performance.now() - startedAt
        if (preview.adds !== products * variants) throw new Error('the preview has other counts')
        await cancel(system, storefront, draftId)
        return { ms }
      },
    })
    const parseMs = medianOf(results, ({ floor }) => floor.ms)
    const times = medianOf(results, ({ floor, subject }) => subject.ms / floor.ms)
    findings.push({
      what: `upload to preview, Medusa's format, ${products} products of ${variants} variants, time`,
      here: `${milliseconds(medianOf(results, ({ subject }) => subject.ms))}, ${times.toFixed(1)} times csv-parse (${milliseconds(parseMs)})`,
    })
  }
  return findings
}

/** The first row of the dialect's realistic file, once for each variant. Without the columns that `omit` matches. */
export async function medusaProducts(count: number, variants: number, omit = /^$/): Promise<Buffer> {
  const { header, rows } = await realisticRows('medusa')
  const copies = Array.from({ length: count * variants }, (_, n) => {
    const product = String(Math.floor(n / variants))
    const own: Record<string, string> = {
      'Product Id': product,
      'Product Handle': `product-${product}`,
      'Variant Id': String(n),
      'Variant Sku': `SKU-${n}`,
      'Variant Option 1 Value': `Size ${n % variants}`,
    }
    return header.map((name, at) => own[name] ?? rows[0]?.[at] ?? '')
  })
  const kept = (cells: string[]) => cells.filter((_, at) => !omit.test(header[at] ?? ''))
  return Buffer.from(writeCsv([header, ...copies].map(kept)))
}
