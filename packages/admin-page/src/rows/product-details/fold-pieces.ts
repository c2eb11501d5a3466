import type { Piece } from './text-diff.ts'

/** `folded`: the same in both, and too far from any change to be of interest. */
export interface FoldedPiece {
  kind: Piece['kind'] | 'folded'
  text: string
}

/** Characters that are shown before and after a change. */
const context = 60
/** A button that hides less would be longer than what it hides. */
const leastHidden = 40

/** Leaves of what stays the same only the surroundings of each change in sight. All pieces together are the texts again. */
export function foldPieces(pieces: readonly Piece[]): readonly FoldedPiece[] {
  return pieces.flatMap((piece, index): FoldedPiece[] => {
    if (piece.kind !== 'same') return [piece]
    const { text } = piece
    const start = index === 0 ? 0 : endOfContext(text)
    const end = index === pieces.length - 1 ? text.length : startOfContext(text)
    if (end - start < leastHidden) return [piece]
    const all: FoldedPiece[] = [
      { kind: 'same', text: text.slice(0, start) },
      { kind: 'folded', text: text.slice(start, end) },
      { kind: 'same', text: text.slice(end) },
    ]
    return all.filter((one) => one.text !== '')
  })
}

/** At the end of a word, where one is near. */
function endOfContext(text: string): number {
  const tail = /^\S{0,20}/.exec(text.slice(context))?.[0] ?? ''
  return wholeCharacter(text, context + (tail.length < 20 ? tail.length : 0))
}

function startOfContext(text: string): number {
  const from = text.length - context
  const head = /\S{0,20}$/.exec(text.slice(Math.max(0, from - 20), Math.max(0, from)))?.[0] ?? ''
  return wholeCharacter(text, Math.max(0, from - (head.length < 20 ? head.length : 0)))
}

/** Not within a letter that is several: two halves, or a letter and its accents. */
function wholeCharacter(text: string, at: number): number {
  let whole = at
  while (whole > 0 && whole < text.length && at - whole < 8 && isContinued(text, whole)) whole--
  return whole
}

function isContinued(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF\p{M}\p{EMod}\u200D]/u.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D'
}
