import { join } from 'node:path'
import { answers } from './commands.ts'
import { fileOf, installWithGo, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

const pinned = '1.55.1'
const program = 'fake-gcs-server'

/** Whether `findFakeGcsServer` has a way: the program itself, or Go to build it with. */
export function canHaveFakeGcsServer(home: string): boolean {
  return foundIn(home) !== undefined || answers('go', ['version'])
}

/**
 * The path of a fake-gcs-server, which stands in for Google Cloud Storage in the tests: the one on the PATH, else one
 * built with Go into `.catalog/bin` once.
 */
export async function findFakeGcsServer({ home, say }: FindOptions): Promise<string> {
  const found = foundIn(home)
  if (found !== undefined) return found
  const source = `github.com/fsouza/fake-gcs-server@v${pinned}`
  return await installWithGo({ title: program, source, program, installed: installedIn(home), say })
}

/** It cannot be asked for its version, so the name says it. */
function installedIn(home: string): string {
  return join(home, 'bin', fileOf(`${program}-${pinned}`))
}

function foundIn(home: string): string | undefined {
  return [...placesOnPath(program), installedIn(home)].find(isExecutable)
}
