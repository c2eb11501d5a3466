export { errorClass, isLockTimeout, isReadOnly, isUnavailable, isUnreachable } from './errors.ts'
export { findSchemaProblem, selectAppliedMigrations } from './schema.ts'
export type { AppliedMigration } from './schema.ts'
