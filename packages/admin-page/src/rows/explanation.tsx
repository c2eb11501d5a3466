import { Suspense, use } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import type { ExplanationPart } from '../messages/catalog.ts'
import { explanationsIn } from '../messages/index.ts'
import { explain } from './explain.ts'
import type { Piece, Problem } from './explain.ts'
import { RowLink } from './row-link.tsx'

interface ExplanationProps {
  part: ExplanationPart
  problem: Problem
}

/** Explains in the page's language what is wrong and what to do; in English if the page does not know the code. */
export function Explanation(props: ExplanationProps) {
  return (
    <Suspense fallback={null}>
      <LoadedExplanation {...props} />
    </Suspense>
  )
}

function LoadedExplanation({ part, problem }: ExplanationProps) {
  const i18n = useI18n()
  const explanations = use(explanationsIn(i18n.language))
  const pieces =
    explanations && explain({ ...i18n, messages: { ...i18n.messages, ...explanations } }, part, problem)
  return pieces === null ? <span lang="en">{problem.message}</span> : <Pieces of={pieces} />
}

/** The pieces of an explanation: merchants' texts are isolated, and row numbers are links. */
function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map((piece, at) => {
    if (typeof piece === 'string') return piece
    // oxlint-disable-next-line react/no-array-index-key -- a sentence has no other order
    return 'row' in piece ? <RowLink key={at} row={piece.row} /> : <bdi key={at}>{piece.text}</bdi>
  })
}
