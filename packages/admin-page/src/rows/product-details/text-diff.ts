import { diffArrays } from 'diff'

/** A piece of two texts: the same in both, or only in the one or the other. */
export interface Piece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** With more changed words than this, a reader would see no pattern, and finding one takes too long. */
const maxChangedWords = 1_000

/**
 * The difference of two texts, word by word; null if too little is unchanged for it to be readable. Its time is bounded
 * by `maxChangedWords`, whatever the texts.
 */
export function diffTexts(before: string, after: string): readonly Piece[] | null {
  const found = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: maxChangedWords })
  if (found === undefined) return null
  const pieces = found.map(({ added, removed, value }): Piece => {
    if (added) return { kind: 'added', text: value.join('') }
    return { kind: removed ? 'removed' : 'same', text: value.join('') }
  })
  return staysEnough(pieces) ? joinChanges(pieces) : null
}

/** Words, runs of spaces, and single other characters. In scripts without spaces between words, each letter is one. */
function wordsOf(text: string): string[] {
  return text.match(word) ?? []
}

const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|[\p{L}\p{M}\p{N}_]+|\s+|./gsu

/** If almost nothing is unchanged, two whole texts are easier to read. */
function staysEnough(pieces: readonly Piece[]): boolean {
  const lengths = { same: 0, removed: 0, added: 0 }
  for (const { kind, text } of pieces) lengths[kind] += text.replaceAll(/[^\p{L}\p{N}]/gu, '').length
  return lengths.same * 4 >= Math.min(lengths.removed, lengths.added)
}

/** Joins several consecutive replaced words, with only spaces between them, into one replacement. */
function joinChanges(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  let removed = ''
  let added = ''
  const close = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed })
    if (added !== '') joined.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [index, { kind, text }] of pieces.entries()) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (removed !== '' && added !== '' && text.trim() === '' && index < pieces.length - 1) {
      removed += text
      added += text
    } else {
      close()
      joined.push({ kind: 'same', text })
    }
  }
  close()
  return joined
}
