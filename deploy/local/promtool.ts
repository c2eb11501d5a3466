import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, runQuietly } from './commands.ts'
import { cachedProgram, install, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

const program = 'promtool'

/** Whether `findPromtool` can work: there is a promtool, or Debian's package manager to get one. */
export function canHavePromtool(): boolean {
  return present() !== undefined || answers('apt-get', ['--version'])
}

/**
 * Returns the path of promtool, which checks Prometheus rules and evaluates them over test series: the one on the PATH, or
 * the one of Debian's package. The package is unpacked instead of installed, so that no Prometheus server is started.
 * Building promtool with Go would take several minutes.
 */
export async function findPromtool({ say }: FindOptions): Promise<string> {
  const found = present()
  if (found !== undefined) return found
  say(`promtool: out of Debian's package prometheus (once, into ${cached()})`)
  return await install(cached(), async (folder) => {
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
    return join(folder, 'files/usr/bin', program)
  })
}

function present(): string | undefined {
  return [...placesOnPath(program), cached()].find(isExecutable)
}

function cached(): string {
  return cachedProgram(program, 'debian')
}
