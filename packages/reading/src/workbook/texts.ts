import type { Attributes, XmlContent } from './xml.ts'

/** More UTF-16 units than a text may have (`too_long`): the rest is left out. */
export const mostUnits = 256 * 1024 + 1

/** A text of several parts, which may have different fonts, without its phonetic guide. */
export class RichText {
  #text = ''
  #isInText = false
  #isPhonetic = false

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true
    else this.#isInText = name === 't' && !this.#isPhonetic
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false
    this.#isInText = false
  }

  add(text: string): void {
    if (this.#isInText && this.#text.length < mostUnits) this.#text += text
  }

  take(): string {
    const text = withoutEscapes(this.#text)
    this.#text = ''
    return text
  }
}

/** `_x000D_` is a carriage return, which XML cannot represent; an unpaired surrogate becomes “�”. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toWellFormed()
}

/** The texts that cells share, from the part `sharedStrings`. */
export class SharedTexts implements XmlContent {
  readonly #texts: string[] = []
  readonly #current = new RichText()

  open(name: string, _attributes: Attributes): void {
    this.#current.open(name)
  }

  text(text: string): void {
    this.#current.add(text)
  }

  close(name: string): void {
    this.#current.close(name)
    if (name === 'si') this.#texts.push(this.#current.take())
  }

  at(index: number): string | undefined {
    return this.#texts[index]
  }
}
