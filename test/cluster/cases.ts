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

/** Those that wait longest begin first, in whichever lab is free. None needs what another one did. */
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

/** Minutes each, so that they run with `--all` or by a word of their names only. */
export const longCases: Case[] = [upgradeFromLastRelease]

/** After all of them. */
export const lastCase: Case = noWarning
