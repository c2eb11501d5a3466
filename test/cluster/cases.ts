import type { Case } from './case.ts'
import { applyFailed } from './cases/apply-failed.ts'
import { behindNginx } from './cases/behind-nginx.ts'
import { deletedPods, killedPods } from './cases/deleted-pods.ts'
import { drain } from './cases/drain.ts'
import { eraseStorefront } from './cases/erase-storefront.ts'
import { feeds } from './cases/feeds.ts'
import { helm4 } from './cases/helm-4.ts'
import { helmTest, journey } from './cases/journey.ts'
import { objectStores } from './cases/object-stores.ts'
import { stuckImages } from './cases/stuck-images.ts'
import { upgradeUnderWay } from './cases/upgrade.ts'
import { upgradeFromLastRelease } from './cases/upgrade-from-last-release.ts'
import { noWarning, strictlyRead } from './cases/warnings.ts'
import { wrongSettings } from './cases/wrong-settings.ts'

/** Those that each change runs. The longest begin first, in any free lab. No case depends on another. */
export const cases: Case[] = [upgradeUnderWay, applyFailed, journey, helmTest, strictlyRead]

/**
 * With `--all`, before these: what is lost, erased, evicted or exchanged, or never gets ready. Tests without a cluster show
 * the same of the services, and the tests of the chart that its manifests are right.
 */
export const nightlyCases: Case[] = [
  wrongSettings,
  drain,
  feeds,
  killedPods,
  stuckImages,
  objectStores,
  eraseStorefront,
  deletedPods,
  helm4,
]

/** With `--all`, after these, in a lab of its own: it begins with the last release. */
export const longCases: Case[] = [upgradeFromLastRelease]

/** Besides these, by the name of the variant. */
export const casesOfVariants: Record<string, Case[]> = { s3: [behindNginx] }

/** Runs after all others. */
export const lastCase: Case = noWarning
