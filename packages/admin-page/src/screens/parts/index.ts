// All in one: each part that is loaded by itself would take pieces out of what every visit loads, and make that larger.
export { PartsLeft } from './parts-left.tsx'
export { SplitOffer } from './split-offer.tsx'
export { PartsScreen } from './parts-screen.tsx'
export { forgetSplit } from '../../parts/parts-store.ts'
