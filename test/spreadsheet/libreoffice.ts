import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findLibreOffice } from './find-libreoffice.ts'

export interface Opening {
  /** `text`: every column is text; `standard`: what looks like a number is one; `special`: dates, times and currencies too. */
  columns: 'text' | 'standard' | 'special'
  /** What the numbers are taken to be written in. */
  language?: 'en-US' | 'de-DE'
}

export type Saving = CsvSaving | 'xlsx'

export interface CsvSaving {
  delimiter: ',' | ';'
  encoding: 'utf-8' | 'windows-1252'
}

/** CSVs in UTF-8 with commas, by name, opened in LibreOffice Calc and saved again, in one run of it. */
export async function reopen(
  csvs: Map<string, string>,
  opening: Opening,
  saving: Saving,
): Promise<Map<string, Buffer>> {
  const program = findLibreOffice()
  if (program === undefined) throw new Error('LibreOffice Calc is not installed: no soffice on the PATH')
  const [ending, filter] = saving === 'xlsx' ? ['xlsx', 'xlsx'] : ['csv', csvFilter(saving)]
  const folder = await mkdtemp(join(tmpdir(), 'catalog-libreoffice-'))
  try {
    const names = [...csvs.keys()]
    for (const [name, csv] of csvs) await writeFile(join(folder, `${name}.csv`), csv)
    await promisify(execFile)(program, [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--headless',
      `--infilter=CSV:${openingOptions(opening)}`,
      '--convert-to',
      filter,
      '--outdir',
      join(folder, 'saved'),
      ...names.map((name) => join(folder, `${name}.csv`)),
    ])
    const saved = await Promise.all(names.map((name) => readFile(join(folder, 'saved', `${name}.${ending}`))))
    return new Map(saved.map((bytes, index) => [names[index] ?? '', bytes]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const languageIds = { 'en-US': 1033, 'de-DE': 1031 }
const charsets = { 'utf-8': 76, 'windows-1252': 1 }
const textFormat = 2
/** More than an export has. */
const maxColumns = 60

/**
 * The tokens of LibreOffice’s CSV filter: separator, quote, charset, first line, format of each column, language, whether
 * what is in quotes is text, whether special numbers are detected.
 */
function openingOptions({ columns, language = 'en-US' }: Opening): string {
  const formats = Array.from({ length: maxColumns }, (_, index) => `${index + 1}/${textFormat}`).join('/')
  const isSpecial = columns === 'special'
  return `44,34,${charsets['utf-8']},1,${columns === 'text' ? formats : ''},${languageIds[language]},false,${isSpecial}`
}

/** The same; then: whether all text is quoted, and that numbers are saved as shown. */
function csvFilter({ delimiter, encoding }: CsvSaving): string {
  return `csv:Text - txt - csv (StarCalc):${delimiter.charCodeAt(0)},34,${charsets[encoding]},1,,0,false,true`
}
