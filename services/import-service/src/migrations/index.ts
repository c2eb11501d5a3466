import { sql as catalog } from './001-catalog.ts'
import { sql as imports } from './002-imports.ts'
import { sql as reader } from './003-reader.ts'
import { sql as imageTurns } from './004-image-turns.ts'
import { sql as completionReports } from './005-completion-reports.ts'
import { sql as catalogCounts } from './006-catalog-counts.ts'
import { sql as imageSlowness } from './007-image-slowness.ts'
import { sql as imagesById } from './008-images-by-id.ts'
import { sql as runDetails } from './009-run-details.ts'
import { sql as workbooks } from './010-workbooks.ts'
import { sql as columnMappings } from './011-column-mappings.ts'
import { sql as idempotencyKeys } from './012-idempotency-keys.ts'
import { sql as outboxLock } from './013-outbox-lock.ts'
import { sql as oldestImagePhase } from './014-oldest-image-phase.ts'
import { sql as dueImages } from './015-due-images.ts'
import { sql as countedImages } from './016-counted-images.ts'
import { sql as uncountedImages } from './017-uncounted-images.ts'
import { sql as recoveryReports } from './018-recovery-reports.ts'
import { sql as oldestReleaseColumn } from './019-oldest-release.ts'
import { sql as readerSeesMigrations } from './020-reader-sees-migrations.ts'
import { sql as applies } from './021-applies.ts'
import { sql as storefrontMoves } from './022-storefront-moves.ts'
import { sql as readerSeesMoves } from './023-reader-sees-moves.ts'
import { sql as imageTimes } from './024-image-times.ts'
import { sql as recentImages } from './025-recent-images.ts'
import { sql as draftApplies } from './026-draft-applies.ts'
import { sql as draftsWithApplies } from './027-drafts-with-applies.ts'
import { sql as applyUnreported } from './028-apply-unreported.ts'
import { sql as runsToReport } from './029-runs-to-report.ts'
import { sql as noApplies } from './030-no-applies.ts'

/**
 * A step of the schema. Of the oldest ones some have several commands; a new one has one, so that a distributed
 * PostgreSQL takes it (design.md §11).
 */
export interface Migration {
  name: string
  sql: string | string[]
}

/** In the order in which they run. A migration that has been released never changes; a correction is a new one. */
export const migrations: Migration[] = [
  { name: '001-catalog', sql: catalog },
  { name: '002-imports', sql: imports },
  { name: '003-reader', sql: reader },
  { name: '004-image-turns', sql: imageTurns },
  { name: '005-completion-reports', sql: completionReports },
  { name: '006-catalog-counts', sql: catalogCounts },
  { name: '007-image-slowness', sql: imageSlowness },
  { name: '008-images-by-id', sql: imagesById },
  { name: '009-run-details', sql: runDetails },
  { name: '010-workbooks', sql: workbooks },
  { name: '011-column-mappings', sql: columnMappings },
  { name: '012-idempotency-keys', sql: idempotencyKeys },
  { name: '013-outbox-lock', sql: outboxLock },
  { name: '014-oldest-image-phase', sql: oldestImagePhase },
  { name: '015-due-images', sql: dueImages },
  { name: '016-counted-images', sql: countedImages },
  { name: '017-uncounted-images', sql: uncountedImages },
  { name: '018-recovery-reports', sql: recoveryReports },
  { name: '019-oldest-release', sql: oldestReleaseColumn },
  { name: '020-reader-sees-migrations', sql: readerSeesMigrations },
  { name: '021-applies', sql: applies },
  { name: '022-storefront-moves', sql: storefrontMoves },
  { name: '023-reader-sees-moves', sql: readerSeesMoves },
  { name: '024-image-times', sql: imageTimes },
  { name: '025-recent-images', sql: recentImages },
  { name: '026-draft-applies', sql: draftApplies },
  { name: '027-drafts-with-applies', sql: draftsWithApplies },
  { name: '028-apply-unreported', sql: applyUnreported },
  { name: '029-runs-to-report', sql: runsToReport },
  { name: '030-no-applies', sql: noApplies },
]

/** The last release: it works on this one's schema, and none before it does (design.md §5). */
export const oldestRelease = '0.1.0'
