import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { findNatsServer } from './nats-server.ts'

let folder: string
let path: string | undefined
const said: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-find-'))
  path = process.env.PATH
  // Programs of the test only, besides the shell that they are written for.
  process.env.PATH = join(folder, 'path')
  said.length = 0
})

afterEach(async () => {
  process.env.PATH = path
  await rm(folder, { recursive: true, force: true })
})

const find = () => findNatsServer({ home: join(folder, 'home'), say: (sentence) => said.push(sentence) })
const nats = (version: string) => `#!/bin/sh\necho 'nats-server: v${version}'\n`

describe('nats-server', () => {
  test('is the one on the PATH where that is 2.9 or later', async () => {
    const there = await program('path/nats-server', nats('2.9.0'))
    expect(await find()).toBe(there)
    expect(said).toEqual([])
  })

  test.each(['2.8.4', '1.4.1'])('is not version %s from the PATH', async (version) => {
    await program('path/nats-server', nats(version))
    const kept = await program('home/bin/nats-server', nats('2.12.15'))
    expect(await find()).toBe(kept)
  })

  test('is built with Go once, into the folder of its own', async () => {
    await program(
      'path/go',
      `#!/bin/sh\n[ "$1" = install ] && printf '%s' "${nats('2.12.15')}" > "$GOBIN/nats-server"\nexit 0\n`,
    )
    const built = await find()
    expect(built).toBe(join(folder, 'home/bin/nats-server'))
    expect(said).toEqual([expect.stringContaining('Go')])
    expect(await find()).toBe(built)
    expect(said).toHaveLength(1)
  })

  test('comes by the next way where the first one fails', async () => {
    await program('path/go', '#!/bin/sh\n[ "$1" = version ] || { echo no proxy >&2; exit 1; }\n')
    await program(
      'path/docker',
      `#!/bin/sh\necho "$@" >> '${folder}/docker.log'\ncase $1 in create) echo c0ffee;; cp) printf '%s' "${nats('2.12.15')}" > "$3";; esac\n`,
    )
    await find()
    expect(said).toEqual([expect.stringContaining('Go'), expect.stringContaining('Docker')])
    const calls = (await readFile(join(folder, 'docker.log'), 'utf8')).trim().split('\n')
    expect(calls.slice(1).map((call) => call.split(' ')[0])).toEqual(['create', 'cp', 'rm'])
  })

  test('is asked for in one sentence, with what was tried, where no way serves', async () => {
    await program('path/go', '#!/bin/sh\n[ "$1" = version ] || { echo no proxy >&2; exit 1; }\n')
    await expect(find()).rejects.toThrow(/Install it with: .*CATALOG_NATS_URL[\s\S]*no proxy/)
    expect(await readdir(join(folder, 'home/bin'))).toEqual([])
  })
})

async function program(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, text)
  await chmod(file, 0o755)
  return file
}
