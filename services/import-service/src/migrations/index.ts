import { readFileSync, readdirSync } from 'node:fs'

/**
 * A step of the schema: a file of this folder. Its commands end with a semicolon and are a blank line apart. Of the oldest
 * ones some have several; a new one has one, so that a distributed PostgreSQL takes it (design.md §11). An index is
 * created `concurrently if not exists`: writes go on while it is built.
 */
export interface Migration {
  name: string
  commands: string[]
}

const folder = new URL('./', import.meta.url)

/** In the order in which they run. A migration that has been released never changes; a correction is a new one. */
export const migrations: Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => ({
    name: file.slice(0, -'.sql'.length),
    commands: readFileSync(new URL(file, folder), 'utf8')
      .trimEnd()
      .split(/;(?:\n\n|$)/)
      .filter(Boolean),
  }))

if (migrations.length === 0) throw new Error(`there are no migrations in ${folder.href}`)

/** The last release: it works on this one's schema, and none before it does (design.md §5). */
export const oldestRelease = '0.1.0'
