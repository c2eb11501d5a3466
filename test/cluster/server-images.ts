import { chmod, copyFile, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findDaemon } from '../../deploy/local/programs.ts'
import { findTool } from '../../deploy/local/tools.ts'
import type { ToolName } from '../../deploy/local/tools.ts'
import { upstream } from '../containers/engine.ts'
import { runWell } from './commands.ts'

/** Servers without an upstream image here: by `npm run tools`, or Debian's. */
const programs = {
  'fake-gcs-server': (say: Say) => tool('fakeGcsServer', say),
  versitygw: (say: Say) => tool('versitygw', say),
  pgbouncer: () => daemon('pgbouncer'),
  nginx: () => daemon('nginx'),
}

export type ServerProgram = keyof typeof programs
type Say = (sentence: string) => void

export function imageOf(program: ServerProgram): string {
  return `catalog-cluster-test/${program}:local`
}

/** Makes its image: the program with its libraries, started with the arguments of the container. */
export async function makeImage(program: ServerProgram, say: Say): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-server-'))
  const path = await programs[program](say)
  const libraries = await librariesOf(path)
  // Its libraries are this machine's, which the image may have in another version.
  const loader = libraries.find((library) => basename(library).startsWith('ld-linux'))
  const start = loader === undefined ? '' : `/program/${basename(loader)} --library-path /program `
  for (const file of [path, ...libraries]) await copyFile(file, join(folder.path, basename(file)))
  await copyFile(path, join(folder.path, program))
  await writeFile(join(folder.path, 'start'), `#!/bin/sh\nexec ${start}/program/${program} "$@"\n`)
  for (const file of ['start', program]) await chmod(join(folder.path, file), 0o755)
  const recipe = `FROM ${upstream('node')}\nCOPY . /program/\nENTRYPOINT ["/program/start"]\n`
  await runWell('docker', ['build', '--quiet', '--tag', imageOf(program), '--file', '-', folder.path], {
    input: recipe,
    timeoutMs: 600_000,
  })
}

/** Of a program that is not linked statically, its loader included. */
async function librariesOf(path: string): Promise<string[]> {
  const lines = await runWell('sh', ['-c', 'ldd "$0" 2>&1 || true', path])
  if (lines.includes('not found')) throw new Error(`${path} lacks libraries:\n${lines}`)
  return [...lines.matchAll(/(\/\S+) \(0x/g)].flatMap(([, library]) => library ?? [])
}

function tool(name: ToolName, say: Say): Promise<string> {
  return findTool(name, { say })
}

async function daemon(name: string): Promise<string> {
  const path = findDaemon(name)
  if (path === undefined) throw new Error(`${name} is not installed: apt-get install ${name}`)
  return path
}
