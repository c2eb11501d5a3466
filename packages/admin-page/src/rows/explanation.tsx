import { useI18n } from '../i18n/i18n.tsx'
import { explain } from './explain.ts'
import type { Explained, Piece, Problem } from './explain.ts'
import { RowLink } from './row-link.tsx'

interface ExplanationProps {
  part: Explained
  problem: Problem
}

/** Says in the language of the page what is wrong and what to do; in English where the page does not know the code. */
export function Explanation({ part, problem }: ExplanationProps) {
  const pieces = explain(useI18n(), part, problem)
  return pieces === null ? <span lang="en">{problem.message}</span> : <Pieces of={pieces} />
}

/** Words, with what is the merchant's set apart and a way to each row. */
export function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map((piece, at) => {
    if (typeof piece === 'string') return piece
    // oxlint-disable-next-line react/no-array-index-key -- a sentence has no other order
    return 'row' in piece ? <RowLink key={at} row={piece.row} /> : <bdi key={at}>{piece.text}</bdi>
  })
}
