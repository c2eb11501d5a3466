import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtempDisposable, rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { runQuietly } from './commands.ts'

export interface FindOptions {
  /** The repository's `.catalog` folder: programs of the system itself go to its `bin`. */
  home: string
  say: (sentence: string) => void
}

/** File name of a program. */
export function fileOf(program: string): string {
  return process.platform === 'win32' ? `${program}.exe` : program
}

/**
 * The path at which programs built with Go are stored for all clones of this user. The name contains the version,
 * because a program built by `go install` does not know its own.
 */
export function cachedProgram(program: string, version: string): string {
  return join(machineCache(), 'bin', fileOf(`${program}-${version}`))
}

/** A folder that all clones of this user share. */
export function machineCache(): string {
  return join(userCache(), 'catalog')
}

function userCache(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  if (XDG_CACHE_HOME) return XDG_CACHE_HOME
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  return join(homedir(), '.cache')
}

/** Possible paths of a program on the PATH, in order. */
export function placesOnPath(program: string): string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, fileOf(program)))
}

/** The path of a server of the distribution, whose folder is not on everybody's PATH. */
export function findDaemon(program: string): string | undefined {
  return [...placesOnPath(program), `/usr/sbin/${program}`].find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Moves the file that `provide` creates in a new folder to `installed`, and returns that path: it appears completely or
 * not at all.
 */
export async function install(
  installed: string,
  provide: (folder: string) => Promise<string>,
): Promise<string> {
  const bin = dirname(installed)
  await mkdir(bin, { recursive: true })
  await using folder = await mkdtempDisposable(join(bin, 'new-'))
  await rename(await provide(folder.path), installed)
  return installed
}

/**
 * Builds a program and returns its path. `source` is its package at a version: `example.org/tool@v1`. `packages`, which
 * include it, share one set of library versions, so that the next of them compiles only what is not shared.
 */
export function buildWithGo(
  source: string,
  program: string,
  installed: string,
  { packages = [source], buildTag = '' }: { packages?: string[]; buildTag?: string | undefined } = {},
): Promise<string> {
  return install(installed, async (folder) => {
    const output = join(folder, fileOf(program))
    const go = (...args: string[]) => runQuietly('go', ['-C', folder, ...args], { CGO_ENABLED: '0' })
    await go('mod', 'init', 'build.invalid/tool')
    await go('get', ...packages)
    const [name = ''] = source.split('@')
    // With the usual flags of Go programs, so that shared code is compiled once.
    await go('build', '-trimpath', '-ldflags=-s -w', '-o', output, `-tags=${buildTag}`, name)
    return output
  })
}
