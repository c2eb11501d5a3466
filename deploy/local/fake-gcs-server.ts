import { answers } from './commands.ts'
import { cachedProgram, installWithGo, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

const pinned = '1.55.1'
const program = 'fake-gcs-server'

/** Whether `findFakeGcsServer` can succeed: with the program itself, or with Go to build it. */
export function canHaveFakeGcsServer(): boolean {
  return present() !== undefined || answers('go', ['version'])
}

/**
 * The path of a fake-gcs-server, the emulator of Google Cloud Storage for tests: the one on the PATH, otherwise one in
 * the user's cache, built with Go once.
 */
export async function findFakeGcsServer({ say }: FindOptions): Promise<string> {
  const found = present()
  if (found !== undefined) return found
  const source = `github.com/fsouza/fake-gcs-server@v${pinned}`
  return await installWithGo({ title: program, source, program, installed: cached(), say })
}

function cached(): string {
  return cachedProgram(program, pinned)
}

function present(): string | undefined {
  return [...placesOnPath(program), cached()].find(isExecutable)
}
