import type { OptionPair } from '../option-names.ts'

/** Enough for three options with names and values of 255 characters; a longer text is not a list of options. */
const maxLength = 4_000

/**
 * Reads the options in the *Product Name* of a v2 SKU or Rule row: `[S]Color= Red,[RT]Size= M`. The tag says how the
 * shop displays the option; a swatch (`CS`) ends with its colours or its picture (`Red:#FF0000`), which are not part of
 * the value. Undefined if the text has another form.
 */
export function readTaggedOptions(text: string): OptionPair[] | undefined {
  if (text === '') return []
  if (text.length > maxLength) return undefined
  const pairs = text.split(/,(?=\s*\[[A-Z]{1,3}\])/).map((part) => {
    const [, tag, name = '', value = ''] = /^\s*\[([A-Z]{1,3})\]([^=]*)=(.*)$/s.exec(part) ?? []
    const shown =
      tag === 'CS' ? withoutSwatch(value.trim(), /:(?:#|https?:|[^:\s]+\.(?:png|jpe?g|gif)$)/i) : value
    return { name: name.trim(), value: shown.trim() }
  })
  return pairs.every(({ name, value }) => name && value) ? pairs : undefined
}

/**
 * Reads the `Options` of a v3 Variant row: `Type=Rectangle|Name=Size|Value=Small`, several of them without a separator.
 * A swatch ends with its colours or its picture (`Black[#000000]`). Undefined if the text has another form.
 */
export function readPipedOptions(text: string): OptionPair[] | undefined {
  if (text === '') return []
  if (text.length > maxLength) return undefined
  const [before = '', ...parts] = text.split(/Type=(?=[^|]{0,40}\|Name=)/)
  const pairs = parts.map((part) => {
    const [, type = '', name = '', value = ''] = /^([^|]*)\|Name=(.*?)\|Value=(.*)$/s.exec(part) ?? []
    const shown = withoutSeparator(value)
    return {
      name: name.trim(),
      value: type === 'Swatch' ? withoutSwatch(shown, /\[(?:#|https?:)/i).trim() : shown,
    }
  })
  return before.trim() === '' && pairs.every(({ name, value }) => name && value) ? pairs : undefined
}

function withoutSwatch(value: string, start: RegExp): string {
  const at = value.search(start)
  return at > 0 ? value.slice(0, at) : value
}

/** Some tools write `||`, `;` or `,` between two options. */
function withoutSeparator(value: string): string {
  return value
    .trim()
    .replace(/(?:\|{1,2}|;|,)$/, '')
    .trimEnd()
}
