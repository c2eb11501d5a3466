import { readFileSync } from 'node:fs'

/** A file of `files/`. */
export function readExample(name: string): string {
  return readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8')
}
