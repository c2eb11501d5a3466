import { lazy } from 'react'
import { withTexts } from '../../i18n/i18n.tsx'
import { readSetting } from '../../settings.ts'

const PartsLeft = withTexts(
  'parts',
  lazy(() =>
    import('../parts/index.ts').then(
      ({ PartsLeft: component }) => ({ default: component }),
      // Offline, the screen shows an error anyway; the parts are offered at the next visit.
      () => ({ default: () => null }),
    ),
  ),
  null,
)

/** The remaining parts of a file; loaded only if this browser stores any. */
export function KeptParts() {
  return readSetting('parts') === null ? null : <PartsLeft />
}
