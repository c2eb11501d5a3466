import { Parser } from 'htmlparser2'
import { damaged } from './unreadable.ts'

export type Attributes = Record<string, string>

/** Handles the events of a part. Names are without their namespace, which differs by edition. */
export interface XmlContent {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  /** Called with pieces of the text. */
  text?(text: string): void
  /** The rest needs no reading. */
  isDone?: boolean
}

/** More than any real workbook has. */
const maxDepth = 64
const maxAttributes = 256

/**
 * Reads a part as it is unpacked. Accepts only XML's own entities and refuses a document type, so that no text is
 * longer than its source.
 * @throws ServiceError unreadable_workbook
 */
export class XmlReader {
  readonly #root: string
  readonly #content: XmlContent
  readonly #parser: Parser
  #decoder: InstanceType<typeof TextDecoder> | undefined
  #endsInReturn = false
  #depth = 0
  #attributes = 0
  #isWhole = false

  constructor(root: string, content: XmlContent) {
    this.#root = root
    this.#content = content
    this.#parser = new Parser(
      {
        onopentagname: () => {
          this.#attributes = 0
        },
        onattribute: () => {
          if (++this.#attributes > maxAttributes) throw damaged('too many attributes')
        },
        onopentag: (name, attributes) => this.#open(localName(name), attributes),
        onclosetag: (name) => this.#close(localName(name)),
        ontext: (text) => content.text?.(text),
        onprocessinginstruction(name) {
          if (name.toLowerCase() === '!doctype') throw damaged('a document type')
        },
      },
      { xmlMode: true },
    )
  }

  get isDone(): boolean {
    return this.#content.isDone === true
  }

  write(bytes: Uint8Array): void {
    this.#decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true })
    this.#parser.write(this.#withoutReturns(decode(this.#decoder, bytes)))
  }

  /** @throws ServiceError unreadable_workbook if the root element is not closed */
  end(): void {
    if (!this.#isWhole) throw damaged('a part ends early')
    this.#parser.end()
  }

  /** XML normalises line breaks; a carriage return in a text is written as a character reference. */
  #withoutReturns(text: string): string {
    const rest = this.#endsInReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') this.#endsInReturn = text.endsWith('\r')
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#depth === 0 && name !== this.#root) throw damaged('another root')
    if (++this.#depth > maxDepth) throw damaged('too deep')
    this.#content.open(name, attributes)
  }

  #close(name: string): void {
    this.#content.close(name)
    if (--this.#depth === 0) this.#isWhole = true
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true })
  } catch (error) {
    throw damaged(error)
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** By its byte order mark or, without one, by the `<` that it begins with. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8'
}
