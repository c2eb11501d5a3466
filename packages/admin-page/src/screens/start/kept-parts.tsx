import { lazy, Suspense } from 'react'
import { LaterTexts } from '../../i18n/i18n.tsx'
import { readSetting } from '../../settings.ts'

const PartsLeft = lazy(() =>
  import('../parts/index.ts').then(
    ({ PartsLeft: component }) => ({ default: component }),
    // Without a connection the screen says so by itself; the parts are offered at the next visit.
    () => ({ default: () => null }),
  ),
)

/** What is left of a file in parts; loaded only where a browser keeps any. */
export function KeptParts() {
  if (readSetting('parts') === null) return null
  return (
    <Suspense fallback={null}>
      <LaterTexts part="parts">
        <PartsLeft />
      </LaterTexts>
    </Suspense>
  )
}
