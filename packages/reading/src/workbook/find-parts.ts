import { damaged, unreadable } from './unreadable.ts'
import { XmlReader } from './xml.ts'
import type { Attributes, XmlContent } from './xml.ts'

/** The parts of a workbook. */
export interface Parts {
  has(part: string): boolean
  read(part: string, reader: XmlReader): Promise<void>
  /** Why there is no workbook among them. */
  explain(): Error
}

export interface SheetPart {
  name: string
  part: string
}

export interface WorkbookParts {
  /** The first visible sheet. */
  sheet: SheetPart
  /** Further visible sheets. */
  others: SheetPart[]
  styles: string | undefined
  texts: string | undefined
  /** Whether days are counted from the first of 1904. */
  is1904: boolean
  /** Whether formulas are to be computed when it is opened, whatever results are saved. */
  isUncomputed: boolean
}

/**
 * Finds the parts of a workbook.
 * @throws ServiceError unreadable_workbook
 */
export async function findParts(archive: Parts): Promise<WorkbookParts> {
  const main = await findWorkbook(archive)
  const workbook = new Workbook()
  await archive.read(main, new XmlReader('workbook', workbook))
  const relations = await readRelations(archive, main)
  const visible = workbook.sheets.flatMap(({ name, id, isVisible }) => {
    const relation = relations.get(id)
    return isVisible && relation?.kind === 'worksheet' ? [{ name, part: relation.part }] : []
  })
  const [sheet, ...others] = withoutSummary(visible)
  if (!sheet) {
    throw unreadable(
      'The workbook has no visible sheet with cells. Show the sheet with the products, save the workbook, and upload it again.',
    )
  }
  const partOf = (kind: string) =>
    [...relations.values()].find((one) => one.kind === kind && archive.has(one.part))?.part
  const { is1904, isUncomputed } = workbook
  return { sheet, others, styles: partOf('styles'), texts: partOf('sharedStrings'), is1904, isUncomputed }
}

/** Without the summary that Numbers puts in front of exported tables. */
function withoutSummary(sheets: SheetPart[]): SheetPart[] {
  return sheets.length > 1 && sheets[0]?.name === 'Export Summary' ? sheets.slice(1) : sheets
}

/** More than any real workbook has. */
const maxSheets = 10_000
const maxRelations = 100_000

const usualWorkbook = 'xl/workbook.xml'

async function findWorkbook(archive: Parts): Promise<string> {
  const relations = await readRelations(archive, '')
  const named = [...relations.values()].find(({ kind }) => kind === 'officeDocument')?.part
  const found = [named, usualWorkbook].find((part) => part !== undefined && archive.has(part))
  if (found === undefined || !/\.xml$/i.test(found) || archive.has('word/document.xml'))
    throw archive.explain()
  return found
}

interface Relation {
  /** The last word of its type; what precedes it differs by edition. */
  kind: string
  part: string
}

/** By id, the parts that a part refers to, from the relations file next to it. */
async function readRelations(archive: Parts, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const beside = `${folder}_rels/${part.slice(slash)}.rels`
  const found = new Map<string, Relation>()
  if (!archive.has(beside)) return found
  const content: XmlContent = {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return
      if (found.size >= maxRelations) throw damaged('too many relations')
      found.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), part: resolve(folder, target) })
    },
    close: () => undefined,
  }
  await archive.read(beside, new XmlReader('Relationships', content))
  return found
}

/** Relative to the root, or to the folder of the referring part. */
function resolve(folder: string, target: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

class Workbook implements XmlContent {
  is1904 = false
  isUncomputed = false
  readonly sheets: { name: string; id: string; isVisible: boolean }[] = []

  open(name: string, attributes: Attributes): void {
    if (name === 'workbookPr') this.is1904 = isTrue(attributes.date1904)
    if (name === 'calcPr') this.isUncomputed = isTrue(attributes.fullCalcOnLoad)
    if (name !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    if (id === undefined) throw damaged('a sheet without a part')
    const { name: title = '', state = 'visible' } = attributes
    if (this.sheets.length >= maxSheets) throw damaged('too many sheets')
    this.sheets.push({ name: title, id, isVisible: state === 'visible' })
  }

  close(): void {}
}

function isTrue(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true'
}
