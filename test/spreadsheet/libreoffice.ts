import { execFile } from 'node:child_process'
import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
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

export type Conversion = [opening: Opening | 'xlsx', saving: Saving]

/**
 * Workbooks, or CSVs in UTF-8 with commas, by name, opened in LibreOffice Calc and saved again, once for each conversion: all in one run
 * of it, which takes a second of the processor to begin.
 */
export async function reopen(
  files: Map<string, string | Uint8Array>,
  conversions: readonly Conversion[],
): Promise<Map<string, Buffer>[]> {
  const program = findLibreOffice()
  if (program === undefined) throw new Error('LibreOffice Calc is not installed: no soffice on the PATH')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-libreoffice-'))
  const profile = join(folder.path, 'profile')
  const list = join(folder.path, 'list')
  const urlOf = (file: string) => pathToFileURL(join(folder.path, file)).href
  await cp(profileWithMacro, join(profile, 'user'), { recursive: true })
  for (const [name, file] of files) await writeFile(join(folder.path, name), file)
  const lines = conversions.flatMap(([opening, saving], index) => {
    const open = opening === 'xlsx' ? [xlsxFilter, ''] : [csvFilter, openingOptions(opening)]
    const save = saving === 'xlsx' ? [xlsxFilter, ''] : [csvFilter, savingOptions(saving)]
    return [...files.keys()].map((name) => [urlOf(name), open, urlOf(savedAs(index, name)), save].flat())
  })
  await writeFile(list, lines.map((line) => `${line.join('\t')}\n`).join(''))
  await promisify(execFile)(
    program,
    [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', 'macro:///Standard.Reopen.Main'],
    { env: { ...process.env, REOPEN_LIST: list }, timeout: 200_000, killSignal: 'SIGKILL' },
  )
  return await Promise.all(
    conversions.map(async (_, index) => {
      const saved = [...files.keys()].map(
        async (name) => [name, await readFile(join(folder.path, savedAs(index, name)))] as const,
      )
      return new Map(await Promise.all(saved))
    }),
  )
}

function savedAs(index: number, name: string): string {
  return `${name}-${index}.saved`
}

const csvFilter = 'Text - txt - csv (StarCalc)'
const xlsxFilter = 'Calc MS Excel 2007 XML'

/**
 * The files by which LibreOffice finds a profile's macros; without the first one it replaces the others at its first start.
 * The macro reads lines: the file, its filter, how to open it, the file to save, its filter, and how to save it.
 */
const profileWithMacro = new URL('profile/', import.meta.url)

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
function savingOptions({ delimiter, encoding }: CsvSaving): string {
  return `${delimiter.charCodeAt(0)},34,${charsets[encoding]},1,,0,false,true`
}
