import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, runQuietly } from './commands.ts'
import { cachedProgram, install, isExecutable, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

const program = 'promtool'

/** Whether `findPromtool` has a way: the program itself, or Debian's package manager, which has it. */
export function canHavePromtool(): boolean {
  return present() !== undefined || answers('apt-get', ['--version'])
}

/**
 * The path of a promtool, which checks the rules of Prometheus and runs them over series: the one on the PATH, else that of
 * Debian's package. It is unpacked, not installed: a Prometheus that starts with the machine is not wanted. Building it
 * takes Go several minutes.
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
