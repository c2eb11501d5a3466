import type { Client } from 'pg'
import type { DraftRow, DraftRowPage } from '@catalog/contracts'
import type { System } from '../support/system.ts'

/** A table for the rows of a draft as plain lines: the minimum to write. */
export async function createLinesTable(client: Client, name: string): Promise<void> {
  await client.query(
    `create unlogged table ${name} (storefront_id text, draft_id uuid, row_number integer, kind text, detail text)`,
  )
}

/** The rows in COPY's text format, as JSON. */
export function linesOf(draftId: string, rows: DraftRow[]): Buffer {
  const lines = rows.map((row) => {
    const detail = JSON.stringify(row).replaceAll('\\', '\\\\')
    return `bench\t${draftId}\t${row.row}\t${row.kind}\t${detail}\n`
  })
  return Buffer.from(lines.join(''))
}

/** All rows of a draft. */
export async function readRows(system: System, draftId: string, storefront: string): Promise<DraftRow[]> {
  const rows: DraftRow[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`
    const path = `/api/products/imports/${draftId}/rows?limit=500${at}`
    const page: DraftRowPage = await system.json<DraftRowPage>(path, { storefront })
    rows.push(...page.rows)
    cursor = page.next_cursor
  } while (cursor !== null)
  return rows
}
