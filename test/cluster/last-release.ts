import { mkdir, mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '../../deploy/local/services.ts'
import { withBases } from '../containers/engine.ts'
import { loadImages } from './client-tools.ts'
import { run, runWell } from './commands.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Releases before the first tag: the last commit that promises what test/compatibility/released.json says. */
const untagged: Record<string, string> = { '0.1.0': 'a3f979518654d8a8b9978d242d93e29a9084800f' }

export interface LastRelease extends AsyncDisposable {
  version: string
  /** Folder of its chart. */
  chart: string
  /** Tag of its images, which are on the nodes. */
  tag: string
}

/** The last release, from its commit. Its images are built once per engine, with the commit in their tag. */
export async function prepareLastRelease(): Promise<LastRelease> {
  const { version, commit } = await findLastRelease()
  await using undo = new AsyncDisposableStack()
  const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-last-release-')))
  const source = join(folder, 'source')
  await mkdir(source)
  await runWell('git', ['-C', root, 'archive', '--output', join(folder, 'source.tar'), commit])
  await runWell('tar', ['-C', source, '-xf', join(folder, 'source.tar')])

  const tag = `${version}-${commit.slice(0, 12)}`
  const images = serviceNames.map((name) => `catalog/${name}:${tag}`)
  if ((await run('docker', ['image', 'inspect', ...images])).code !== 0) {
    await runWell(withBases, [join(source, 'deploy', 'build-images'), tag], { timeoutMs: 20 * 60_000 })
  }
  await loadImages(images)
  const kept = undo.move()
  return {
    version,
    chart: join(source, 'helm', 'catalog'),
    tag,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function findLastRelease(): Promise<{ version: string; commit: string }> {
  const released = new URL('../compatibility/released.json', import.meta.url)
  const { version }: { version: string } = JSON.parse(await readFile(released, 'utf8'))
  const names = [`refs/tags/v${version}`, untagged[version]].filter((name) => name !== undefined)
  for (const name of names) {
    const args = ['-C', root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`]
    const { code, stdout } = await run('git', args)
    if (code === 0) return { version, commit: stdout.trim() }
  }
  throw new Error(`release ${version} is not in this clone: fetch its whole history, and the tag v${version}`)
}
