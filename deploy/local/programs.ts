import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { runQuietly } from './commands.ts'

export interface FindOptions {
  /** The repository's `.catalog` folder: what is installed goes to its `bin`, never into the user's system. */
  home: string
  say: (sentence: string) => void
}

/** What the file of a program is called. */
export function fileOf(program: string): string {
  return process.platform === 'win32' ? `${program}.exe` : program
}

/** Where a program can lie on the PATH, in its order. */
export function placesOnPath(program: string): string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, fileOf(program)))
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
 * Moves the file that `provide` made in a new folder to `installed`, and returns that: who looks there meanwhile finds
 * nothing or all of it.
 */
export async function install(
  installed: string,
  provide: (folder: string) => Promise<string>,
): Promise<string> {
  const bin = dirname(installed)
  await mkdir(bin, { recursive: true })
  const folder = await mkdtemp(join(bin, 'new-'))
  try {
    await rename(await provide(folder), installed)
    return installed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Builds a program into `folder`, and returns its path. `source` is its package at a version: `example.org/tool@v1`. */
export async function buildWithGo(source: string, program: string, folder: string): Promise<string> {
  await runQuietly('go', ['install', source], { GOBIN: folder })
  return join(folder, fileOf(program))
}

interface OnlyGo {
  /** What people call it. */
  title: string
  source: string
  program: string
  installed: string
  say: (sentence: string) => void
}

/** Installs what Go alone can provide; throws a sentence that says what to type where it cannot. */
export async function installWithGo({ title, source, program, installed, say }: OnlyGo): Promise<string> {
  try {
    say(`${title}: built with Go, a minute or two (once, into ${join('.catalog', 'bin')})`)
    return await install(installed, (folder) => buildWithGo(source, program, folder))
  } catch (cause) {
    throw new Error(
      `There is no ${title} on the PATH, and Go could not build one. Build it with: go install ${source}`,
      { cause },
    )
  }
}
