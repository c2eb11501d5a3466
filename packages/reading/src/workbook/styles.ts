import { builtInFormat, general, parseFormat } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import { damaged } from './unreadable.ts'
import type { Attributes, XmlContent } from './xml.ts'

/** About the limit of a spreadsheet program. */
const maxStyles = 66_000

/** Number formats of cells by style number, from the part `styles`. */
export class Styles implements XmlContent {
  readonly #codes = new Map<string, string>()
  /** The number format of each style. */
  readonly #ids: string[] = []
  readonly #formats = new Map<string, NumberFormat>()
  #isInCells = false
  isDone = false

  open(name: string, attributes: Attributes): void {
    if (this.#codes.size > maxStyles || this.#ids.length > maxStyles) throw damaged('too many styles')
    if (name === 'numFmt') this.#codes.set(attributes.numFmtId ?? '', attributes.formatCode ?? '')
    else if (name === 'cellXfs') this.#isInCells = true
    else if (name === 'xf' && this.#isInCells) this.#ids.push(attributes.numFmtId ?? '')
  }

  close(name: string): void {
    if (name === 'cellXfs') this.isDone = true
  }

  formatOf(style: string | undefined): NumberFormat {
    const id = this.#ids[Number(style ?? 0)]
    if (id === undefined) return general
    const known = this.#formats.get(id)
    if (known) return known
    const code = this.#codes.get(id)
    const format = code === undefined ? builtInFormat(Number(id)) : parseFormat(code)
    this.#formats.set(id, format)
    return format
  }
}
