import type { Case } from './case.ts'
import { applyFailed } from './cases/apply-failed.ts'
import { deletedPods, killedPods } from './cases/deleted-pods.ts'
import { drain } from './cases/drain.ts'
import { eraseStorefront } from './cases/erase-storefront.ts'
import { helm4 } from './cases/helm-4.ts'
import { helmTest, journey } from './cases/journey.ts'
import { objectStores } from './cases/object-stores.ts'
import { stuckImages } from './cases/stuck-images.ts'
import { upgradeUnderWay } from './cases/upgrade.ts'
import { upgradeFromLastRelease } from './cases/upgrade-from-last-release.ts'
import { noWarning, strictlyRead } from './cases/warnings.ts'
import { wrongSettings } from './cases/wrong-settings.ts'

/** The longest cases begin first, in any free lab. No case depends on another. */
export const cases: Case[] = [
  killedPods,
  stuckImages,
  wrongSettings,
  upgradeUnderWay,
  objectStores,
  eraseStorefront,
  deletedPods,
  helm4,
  drain,
  applyFailed,
  journey,
  helmTest,
  strictlyRead,
]

/** Take minutes each, so they run only with `--all` or a word of their names. */
export const longCases: Case[] = [upgradeFromLastRelease]

/** Runs after all others. */
export const lastCase: Case = noWarning
