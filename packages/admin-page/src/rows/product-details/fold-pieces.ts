import type { Piece } from './text-diff.ts'

/** `folded`: the same in both texts, and too far from any change to be shown. */
export interface FoldedPiece {
  kind: Piece['kind'] | 'folded'
  text: string
}

/** Characters shown before and after a change. */
const context = 60
/** Characters to fold, at least: the button would be longer otherwise. */
const leastHidden = 40

/** Folds unchanged text except around the changes. All pieces together still are the texts. */
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

/** At the end of a word, if one is near. */
function endOfContext(text: string): number {
  const tail = /^\S{0,20}/.exec(text.slice(context))?.[0] ?? ''
  return wholeCharacter(text, context + (tail.length < 20 ? tail.length : 0))
}

function startOfContext(text: string): number {
  const from = text.length - context
  const head = /\S{0,20}$/.exec(text.slice(Math.max(0, from - 20), Math.max(0, from)))?.[0] ?? ''
  return wholeCharacter(text, Math.max(0, from - (head.length < 20 ? head.length : 0)))
}

/** Not within a surrogate pair, or between a letter and its accents. */
function wholeCharacter(text: string, at: number): number {
  let whole = at
  while (whole > 0 && whole < text.length && at - whole < 8 && isContinued(text, whole)) whole--
  return whole
}

function isContinued(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF\p{M}\p{EMod}\u200D]/u.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D'
}
