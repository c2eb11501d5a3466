import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { answers, runQuietly } from './commands.ts'
import type { FindOptions } from './nats-server.ts'

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

  const installed = installedIn(home, major)
  const module = `helm.sh/helm/v${major}/cmd/helm@v${helmVersions[major]}`
  await mkdir(join(home, 'bin'), { recursive: true })
  const folder = await mkdtemp(join(home, 'bin', 'new-'))
  try {
    say(`helm ${major}: built with Go, a minute or two (once, into ${join('.catalog', 'bin')})`)
    await runQuietly('go', ['install', module], { GOBIN: folder })
    await rename(join(folder, `helm${suffix}`), installed)
    return installed
  } catch (cause) {
    throw new Error(
      `There is no Helm ${major} on the PATH, and Go could not build one. Build it with: go install ${module}`,
      { cause },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const suffix = process.platform === 'win32' ? '.exe' : ''

/** Built by `go install` it does not know its version, so the name says it. */
function installedIn(home: string, major: HelmMajor): string {
  return join(home, 'bin', `helm-${helmVersions[major]}${suffix}`)
}

function foundIn(home: string, major: HelmMajor): string | undefined {
  const installed = installedIn(home, major)
  if (existsSync(installed)) return installed
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, `helm${suffix}`))
    .find((path) => existsSync(path) && majorOf(path) === major)
}

function majorOf(helm: string): number {
  const { stdout } = spawnSync(helm, ['version', '--short'], {
    encoding: 'utf8',
    timeout: 10_000,
    env: process.env,
  })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1])
}
