import { writeFile } from 'node:fs/promises'
import { readInterfaces } from './read-interfaces.ts'

// A step of each release (docs/compatibility.md): what this work tree promises is what later ones are compared with.
await writeFile(
  new URL('released.json', import.meta.url),
  `${JSON.stringify(await readInterfaces(), undefined, 2)}\n`,
)
