import { spawnSync } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from './commands.ts'
import { buildWithGo, cachedProgram, install, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

/** A program that tests or a release start besides the system. */
interface Tool {
  program: string
  version: string
  /** What the tests lack where it is missing. */
  title: string
  /** Its Go package. */
  source?: string
  /** Leaves parts of it out. */
  buildTag?: string
  /** Go packages whose libraries it shares. */
  relatives?: () => string[]
  /** Provides it without Go, from packages of `from`; returns its path in the folder. */
  provide?: (folder: string) => Promise<string>
  from?: string
  /** Whether one on the PATH can be used; by default, it can. */
  accepts?: (path: string) => boolean
}

export type ToolName =
  | 'cosign'
  | 'fakeGcsServer'
  | 'helm3'
  | 'helm4'
  | 'oapiCodegen'
  | 'oasdiff'
  | 'openapiPythonClient'
  | 'promtool'
  | 'versitygw'

// The chart supports both major versions of Helm.
const helms = [helm(3, '3.21.4'), helm(4, '4.2.4')] as const

const tools: Record<ToolName, Tool> = {
  // Signs releases. Building it takes five minutes of processor.
  cosign: {
    program: 'cosign',
    version: '3.1.3',
    title: 'cosign',
    source: 'github.com/sigstore/cosign/v3/cmd/cosign',
  },
  // The emulator of Google Cloud Storage.
  fakeGcsServer: {
    program: 'fake-gcs-server',
    version: '1.55.1',
    title: 'fake-gcs-server',
    source: 'github.com/fsouza/fake-gcs-server',
    // Of Google's client, for services with proxies of their own: a third of what would be compiled.
    buildTag: 'disable_grpc_modules',
  },
  helm3: helms[0],
  helm4: helms[1],
  // Generates clients in Go.
  oapiCodegen: {
    program: 'oapi-codegen',
    version: '2.8.2',
    title: 'oapi-codegen',
    source: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  },
  // Finds breaking changes between two OpenAPI documents. Other versions may have other rules.
  oasdiff: {
    program: 'oasdiff',
    version: '1.36.0',
    title: 'oasdiff',
    source: 'github.com/oasdiff/oasdiff',
    accepts: () => false,
  },
  // Generates clients in Python: a folder with it and all that it and its clients import.
  openapiPythonClient: {
    program: 'openapi-python-client',
    version: '0.29.1',
    title: 'openapi-python-client',
    from: 'PyPI',
    provide: openapiPythonClient,
    accepts: () => false,
  },
  // Checks Prometheus rules. Building it with Go would take several minutes.
  promtool: {
    program: 'promtool',
    version: 'debian',
    title: 'promtool',
    from: 'Debian',
    provide: promtoolOfDebian,
  },
  // A server that speaks like Amazon S3, and checks the signatures and checksums of requests.
  versitygw: {
    program: 'versitygw',
    version: '1.8.0',
    title: 'versitygw',
    source: 'github.com/versity/versitygw/cmd/versitygw',
  },
}

/** The path of a tool that is here: in the user's cache, otherwise on the PATH. */
export function presentTool(name: ToolName): string | undefined {
  const { program, version, accepts = () => true } = tools[name]
  const cached = cachedProgram(program, version)
  if (isExecutable(cached)) return cached
  return placesOnPath(program).find((path) => isExecutable(path) && accepts(path))
}

/**
 * The path of a tool; one that is missing is provided once, for all clones of this user.
 * @throws Error that says what to type
 */
export async function findTool(name: ToolName, { say }: Pick<FindOptions, 'say'>): Promise<string> {
  const present = presentTool(name)
  if (present !== undefined) return present
  const { program, version, title, source = '', buildTag, relatives, from, provide } = tools[name]
  const installed = cachedProgram(program, version)
  say(
    `${title}: ${provide ? `from packages of ${from}` : 'built with Go, a minute or two'} (once, into ${installed})`,
  )
  try {
    if (provide) return await install(installed, provide)
    const packages = relatives?.() ?? [`${source}@v${version}`]
    return await buildWithGo(`${source}@v${version}`, program, installed, { packages, buildTag })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const advice = provide ? 'install it' : `npm run tools, or go install ${source}@v${version}`
    throw new Error(
      `There is no ${title} on the PATH, and it could not be provided here: ${reason}\nWhere it can be: ${advice}`,
      { cause },
    )
  }
}

function helm(major: number, version: string): Tool {
  return {
    program: 'helm',
    version,
    title: `Helm ${major}`,
    source: `helm.sh/helm/v${major}/cmd/helm`,
    // Most of both are Kubernetes' libraries.
    relatives: () => helms.map((one) => `${one.source}@v${one.version}`),
    accepts: (path) => majorOf(path) === major,
  }
}

function majorOf(path: string): number {
  const { stdout } = spawnSync(path, ['version', '--short'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: process.env,
  })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1])
}

async function openapiPythonClient(folder: string): Promise<string> {
  const { program, version } = tools.openapiPythonClient
  const options = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore', '--target']
  await runQuietly('python3', [
    '-m',
    'pip',
    'install',
    ...options,
    join(folder, 'lib'),
    `${program}==${version}`,
  ])
  return join(folder, 'lib')
}

/** Unpacked from the package instead of installed, so that no Prometheus server is started. */
async function promtoolOfDebian(folder: string): Promise<string> {
  // Lists of its own: those of the machine may be missing, and only root may update them.
  const lists = join(folder, 'lists')
  const archives = join(folder, 'archives')
  await mkdir(join(lists, 'partial'), { recursive: true })
  await mkdir(join(archives, 'partial'), { recursive: true })
  const options = ['-qq', '-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${archives}`]
  // It downloads into the folder that it is started in.
  const apt = (...args: string[]) =>
    runQuietly('/bin/sh', ['-c', 'cd "$0" && exec apt-get "$@"', folder, ...options, ...args])
  await apt('update')
  await apt('download', 'prometheus')
  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'))
  if (archive === undefined) throw new Error('apt-get brought no package')
  await runQuietly('dpkg-deb', ['--extract', join(folder, archive), join(folder, 'files')])
  return join(folder, 'files/usr/bin/promtool')
}
