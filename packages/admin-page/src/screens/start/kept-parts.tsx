import { lazy, Suspense } from 'react'
import { LaterTexts } from '../../i18n/i18n.tsx'
import { readSetting } from '../../settings.ts'

const PartsLeft = lazy(() =>
  import('../parts/index.ts').then(
    ({ PartsLeft: component }) => ({ default: component }),
    // Offline, the screen shows an error anyway; the parts are offered at the next visit.
    () => ({ default: () => null }),
  ),
)

/** The remaining parts of a file; loaded only if this browser stores any. */
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
