import { readdirSync } from 'node:fs'

/** By code: each has a folder of messages. */
export const languages: readonly string[] = readdirSync(new URL('../src/messages/', import.meta.url), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
