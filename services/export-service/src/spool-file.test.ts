import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect, test } from '@jest/globals'
import { SpoolFile } from './spool-file.ts'

test('a file of which all was taken begins again, so that it grows only while its reader is behind', async () => {
  const file = new SpoolFile(tmpdir())
  const chunks = [1, 2, 3].map(() => randomBytes(10_000))
  for (let round = 0; round < 3; round += 1) {
    const places = []
    for (const chunk of chunks) places.push(await file.append(chunk))
    expect(file.size).toBeGreaterThan(30_000)
    expect(file.size).toBeLessThan(31_000)
    for (const [index, place] of places.entries()) expect(await file.take(place)).toEqual(chunks[index])
    expect(file.isEmpty).toBe(true)
  }
  await file.close()
})
