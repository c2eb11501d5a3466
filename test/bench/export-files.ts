import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { writeCsv } from '@catalog/catalog'
import { maxRows } from '@catalog/contracts'
import { readFile as readUpload } from '@catalog/reading'
import { parseRows } from '@catalog/preview'
import { fixtures } from '../support/preview/import-fixture.ts'
import { realisticFiles } from '../support/preview/realistic-files.ts'
import { canonicalFile, makeProducts } from './make-products.ts'

/** Just below the limit of 10 MB. */
const wantedBytes = 9.8 * 1024 * 1024
const sentence =
  'Washed cotton, double seams, two "deep" pockets, a zip of 30 cm and a hood that folds away.\n'

/** Where an id starts in `id:10` of WooCommerce, `sku=a|sku=b` of Magento; options in brackets of BigCommerce are none. */
const idStart = /^(?!\[|id:|sku=)|(?<=^id:|sku=)/g

/** Makes a file in each dialect, at both limits or just below. */
export const exportFiles: [dialect: string, makeFile: () => Promise<Buffer>][] = [
  ['canonical', async () => largeCanonicalFile()],
  ...realisticFiles.flatMap(({ dialect, copies }): [string, () => Promise<Buffer>][] =>
    copies === undefined ? [] : [[dialect, () => shopFile(dialect, copies)]],
  ),
]

export function largeCanonicalFile(): Buffer {
  return canonicalFile(makeProducts({ from: 1, count: 1_000, descriptionLength: 8_800 }))
}

/** The rows of the dialect's realistic file again and again, with other ids each time and with longer descriptions. */
async function shopFile(dialect: string, columns: { ids: string[]; description: string }): Promise<Buffer> {
  const { header, rows } = await realisticRows(dialect)
  const ids = new Set(columns.ids.map((name) => header.indexOf(name)))
  const description = header.indexOf(columns.description)
  const copies = Array.from({ length: maxRows }, (_, n) => {
    const copy = String(Math.floor(n / rows.length)).padStart(4, '0')
    return (rows[n % rows.length] ?? []).map((cell, at) =>
      ids.has(at) && cell !== '' ? cell.replaceAll(idStart, copy) : cell,
    )
  })
  const described = copies.filter((row) => row[description] !== '')
  const room = (wantedBytes - writeCsv([header, ...copies]).length) / described.length
  const text = sentence
    .repeat(room / sentence.length + 1)
    .slice(0, (room * sentence.length) / (sentence.length + 2))
  for (const row of described) row[description] += text
  return Buffer.from(writeCsv([header, ...copies]))
}

/** Those without errors. */
export async function realisticRows(dialect: string): Promise<{ header: string[]; rows: string[][] }> {
  const path = realisticFiles.find((file) => file.dialect === dialect)?.path ?? ''
  const bytes = await readFile(new URL(path, fixtures))
  const { table } = await readUpload(bytes)
  const wrong = new Set(
    parseRows(table).rows.flatMap(({ number, errors }) => (errors.length > 0 ? [number] : [])),
  )
  const [header = [], ...rows] = parse(bytes, { bom: true })
  return { header, rows: rows.filter((_, index) => !wrong.has(index + 2)) }
}
