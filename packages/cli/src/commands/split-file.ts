import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isWorkbook, partName, splitFile as splitIntoParts, SplitError } from '@catalog/reading/split'
import type { FilePart } from '@catalog/reading/split'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { CommandError } from '../failures.ts'
import { maxCells, maxFileBytes, maxRows } from '../limits.ts'
import { reasonOf } from '../settings.ts'
import { count } from '../terminal.ts'
import type { Terminal } from '../terminal.ts'
import { writeWholeFile } from '../whole-file.ts'

export interface SplitOptions {
  outDir?: string | undefined
  productColumn?: string | undefined
}

const limits = { rows: maxRows, bytes: maxFileBytes, cells: maxCells }

/** Splits a CSV or a workbook of any size into files that can each be imported, products whole. */
export async function splitFile(
  terminal: Terminal,
  file: string,
  { outDir: folder = dirname(file), productColumn }: SplitOptions,
): Promise<ExitCode> {
  const name = basename(file)
  await refuseOtherParts(folder, name)
  const parts: object[] = []
  try {
    const options = productColumn === undefined ? {} : { productColumn }
    for await (const part of splitIntoParts(await rowsOf(file), limits, options)) {
      const written = join(folder, partName(name, part.part))
      await writeWholeFile(written, [part.bytes])
      terminal.say(`${written}: ${count(part.rows, 'row')}, from row ${part.firstRow} on`)
      sayApart(terminal, part)
      const { firstRow: first_row, lastRow: last_row, apartCount: apart_count } = part
      parts.push({ file: written, rows: part.rows, first_row, last_row, apart: part.apart, apart_count })
    }
  } catch (error) {
    throw error instanceof SplitError || error instanceof CommandError ? error : unreadable(error)
  }
  terminal.sayJson({ parts })
  return exitCodes.done
}

async function rowsOf(file: string): Promise<AsyncIterable<Uint8Array>> {
  await using handle = await open(file)
  const { buffer } = await handle.read({ buffer: new Uint8Array(2) })
  if (!isWorkbook(buffer)) return createReadStream(file)
  const { workbookCsv } = await import('@catalog/reading/split/workbook')
  return workbookCsv(new Uint8Array(await readFile(file)))
}

const reasons: Record<FilePart['apart'][number]['reason'], string> = {
  too_large: 'is too large for one part',
  rows_apart: 'has rows that are not next to each other',
  same_name: 'may be another product of the same name in an earlier part',
}

function sayApart(terminal: Terminal, { apart, apartCount }: FilePart): void {
  for (const { name, reason } of apart) terminal.say(`  “${name}” ${reasons[reason]}.`)
  const more = apartCount - apart.length
  if (more > 0) terminal.say(`  … and ${count(more, 'more product')}.`)
}

/** Parts of an earlier, longer file would be taken for parts of this one. */
async function refuseOtherParts(folder: string, name: string): Promise<void> {
  const first = partName(name, 1)
  const at = first.lastIndexOf('001')
  const names = await mkdir(folder, { recursive: true })
    .then(() => readdir(folder))
    .catch(unreadable)
  const other = names.find(
    (one) =>
      one.startsWith(first.slice(0, at)) &&
      one.endsWith(first.slice(at + 3)) &&
      /^\d{3,}$/.test(one.slice(at, one.length - (first.length - at - 3))),
  )
  if (other === undefined) return
  throw new CommandError(
    `${join(folder, other)} is there already: remove it, or choose another folder with --out-dir.`,
  )
}

function unreadable(error: unknown): never {
  throw new CommandError(`The file cannot be split: ${reasonOf(error)}.`, { cause: error })
}
