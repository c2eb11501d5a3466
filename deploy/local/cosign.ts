import { cachedProgram, installWithGo, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

const pinned = '3.1.3'
const program = 'cosign'

/** The path of a cosign, which signs releases: the one on the PATH, otherwise one that `buildCosign` has built. */
export function presentCosign(): string | undefined {
  return [...placesOnPath(program), cached()].find(isExecutable)
}

/** Builds it with Go, which takes five minutes of processor. Returns its path. */
export async function buildCosign({ say }: FindOptions): Promise<string> {
  const source = `github.com/sigstore/cosign/v3/cmd/cosign@v${pinned}`
  return (
    presentCosign() ?? (await installWithGo({ title: program, source, program, installed: cached(), say }))
  )
}

function cached(): string {
  return cachedProgram(program, pinned)
}
