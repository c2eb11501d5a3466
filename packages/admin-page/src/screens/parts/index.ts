// All in one chunk: separate chunks would move shared code out of what every visit loads, and make that larger.
export { PartsLeft } from './parts-left.tsx'
export { SplitOffer } from './split-offer.tsx'
export { PartsScreen } from './parts-screen.tsx'
export { forgetSplit } from '../../parts/parts-store.ts'
