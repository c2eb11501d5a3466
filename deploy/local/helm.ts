import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { answers } from './commands.ts'
import { fileOf, installWithGo, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

/** The chart is for both. */
const helmVersions = { 3: '3.21.4', 4: '4.2.4' } as const
export type HelmMajor = keyof typeof helmVersions

/** Whether `findHelm` has a way to both: the programs themselves, or Go to build them with. */
export function canHaveHelm(home: string): boolean {
  const areThere = foundIn(home, 3) !== undefined && foundIn(home, 4) !== undefined
  return areThere || answers('go', ['version'])
}

/** The path of a Helm of that major version: the one in `.catalog/bin`, else on the PATH, else built with Go once. */
export async function findHelm(major: HelmMajor, { home, say }: FindOptions): Promise<string> {
  const found = foundIn(home, major)
  if (found !== undefined) return found
  const source = `helm.sh/helm/v${major}/cmd/helm@v${helmVersions[major]}`
  const installed = installedIn(home, major)
  return await installWithGo({ title: `Helm ${major}`, source, program: 'helm', installed, say })
}

/** Built by `go install` it does not know its version, so the name says it. */
function installedIn(home: string, major: HelmMajor): string {
  return join(home, 'bin', fileOf(`helm-${helmVersions[major]}`))
}

function foundIn(home: string, major: HelmMajor): string | undefined {
  const installed = installedIn(home, major)
  if (isExecutable(installed)) return installed
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
