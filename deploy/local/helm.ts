import { spawnSync } from 'node:child_process'
import { answers } from './commands.ts'
import { cachedProgram, installWithGo, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

/** The chart supports both. */
const helmVersions = { 3: '3.21.4', 4: '4.2.4' } as const
export type HelmMajor = keyof typeof helmVersions

/** Whether `findHelm` can succeed for both: with the programs themselves, or with Go to build them. */
export function canHaveHelm(): boolean {
  const areThere = present(3) !== undefined && present(4) !== undefined
  return areThere || answers('go', ['version'])
}

/**
 * The path of a Helm of that major version: in the user's cache, otherwise on the PATH, otherwise built with Go once.
 */
export async function findHelm(major: HelmMajor, { say }: FindOptions): Promise<string> {
  const found = present(major)
  if (found !== undefined) return found
  return await installWithGo({
    title: `Helm ${major}`,
    source: sourceOf(major),
    program: 'helm',
    installed: cached(major),
    // Most of both are Kubernetes' libraries.
    relatives: [sourceOf(3), sourceOf(4)],
    say,
  })
}

function sourceOf(major: HelmMajor): string {
  return `helm.sh/helm/v${major}/cmd/helm@v${helmVersions[major]}`
}

function cached(major: HelmMajor): string {
  return cachedProgram('helm', helmVersions[major])
}

function present(major: HelmMajor): string | undefined {
  if (isExecutable(cached(major))) return cached(major)
  return placesOnPath('helm').find((path) => isExecutable(path) && majorOf(path) === major)
}

function majorOf(helm: string): number {
  const { stdout } = spawnSync(helm, ['version', '--short'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: process.env,
  })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1])
}
