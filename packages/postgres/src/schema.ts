/** A migration that was applied to the database. */
export interface AppliedMigration {
  name: string
  /** As in `1.2.3`: the oldest release that works on a schema with this migration. */
  oldest_release: string | null
}

export const selectAppliedMigrations = 'select name, oldest_release from schema_migrations'

/**
 * Why this release must not work on a schema; undefined if it may. A release works on its own schema and on that of the
 * next release, so that both an upgrade and a rollback are possible.
 * @param version of this release, as in `1.2.3` or `1.2.3-dev`
 */
export function findSchemaProblem(applied: readonly AppliedMigration[], version: string): string | undefined {
  const unfit = applied.find(({ oldest_release: oldest }) => oldest !== null && isBefore(version, oldest))
  return (
    unfit &&
    `the schema of the database is too new for release ${version}: its migration ${unfit.name} needs ${unfit.oldest_release} or later`
  )
}

function isBefore(one: string, other: string): boolean {
  // What becomes a release works where it will: the `-dev` of its version does not count.
  const [left, right] = [one, other].map((version) => version.replace(/-.*/, '').split('.').map(Number))
  for (const [at, number] of (right ?? []).entries()) {
    const difference = (left?.[at] ?? 0) - number
    if (difference !== 0) return difference < 0
  }
  return false
}
