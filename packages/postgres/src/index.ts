export { errorClass, isLockTimeout, isReadOnly, isUnavailable, isUnreachable } from './errors.ts'
export { findSchemaProblem, selectAppliedMigrations } from './schema.ts'
export type { AppliedMigration } from './schema.ts'
export {
  databaseSettings,
  explainRefusal,
  requireSettings,
  sessionSource,
  startupOptions,
} from './session.ts'
export type { SessionSettings, SessionSource } from './session.ts'
