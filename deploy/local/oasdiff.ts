import { answers } from './commands.ts'
import { cachedProgram, installWithGo, isExecutable } from './programs.ts'
import type { FindOptions } from './programs.ts'

const pinned = '1.36.0'
const program = 'oasdiff'

/** Whether `findOasdiff` can succeed: with the program itself, or with Go to build it. */
export function canHaveOasdiff(): boolean {
  return isExecutable(cached()) || answers('go', ['version'])
}

/**
 * The path of oasdiff, which finds breaking changes between two OpenAPI documents: the one in the user's cache, built
 * with Go once. Other versions may have other rules.
 */
export async function findOasdiff({ say }: FindOptions): Promise<string> {
  if (isExecutable(cached())) return cached()
  const source = `github.com/oasdiff/oasdiff@v${pinned}`
  return await installWithGo({ title: program, source, program, installed: cached(), say })
}

function cached(): string {
  return cachedProgram(program, pinned)
}
