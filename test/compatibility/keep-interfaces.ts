import { writeFile } from 'node:fs/promises'
import { readInterfaces } from './read-interfaces.ts'

// A step of each release (docs/compatibility.md): stores this work tree's interfaces for comparison with later ones.
await writeFile(
  new URL('released.json', import.meta.url),
  `${JSON.stringify(await readInterfaces(), undefined, 2)}\n`,
)
