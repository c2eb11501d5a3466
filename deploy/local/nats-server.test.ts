import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { findNatsServer } from './nats-server.ts'
import { useOwnPath } from './testing/own-path.ts'

const { options, program, filesIn, printed } = useOwnPath()
const find = () => findNatsServer(options())
const nats = (version: string) => `echo 'nats-server: v${version}'`
const script = `#!/bin/sh\n${nats('2.12.15')}\n`

describe('nats-server', () => {
  test('is the one on the PATH if that is 2.9 or later', async () => {
    const there = await program('nats-server', nats('2.9.0'))
    expect(await find()).toBe(there)
    expect(printed).toEqual([])
  })

  test.each(['2.8.4', '1.4.1'])('is not version %s from the PATH', async (version) => {
    await program('nats-server', nats(version))
    const kept = await program('nats-server', nats('2.12.15'), 'home/bin')
    expect(await find()).toBe(kept)
  })

  test('is built with Go once, in its own folder', async () => {
    await program('go', `[ "$3" = build ] && printf '%s' "${script}" > "$7"; exit 0`)
    const built = await find()
    expect(built).toBe(join(options().home, 'bin/nats-server'))
    expect(printed).toEqual([expect.stringContaining('Go')])
    expect(await find()).toBe(built)
    expect(printed).toHaveLength(1)
  })

  test('is a copy of the one that Go has built for another clone', async () => {
    const kept = await program('nats-server-2.12.15', nats('2.12.15'), 'cache/catalog/bin')
    const copy = await find()
    expect(copy).toBe(join(options().home, 'bin/nats-server'))
    expect(await readFile(copy, 'utf8')).toBe(await readFile(kept, 'utf8'))
    expect(printed).toEqual([])
  })

  test('is copied out of the Docker image, without compiling', async () => {
    await program('go', `[ "$3" = build ] && printf '%s' "${script}" > "$7"; exit 0`)
    const docker = await program(
      'docker',
      `echo "$@" >> "$0.log"; case $1 in create) echo c0ffee;; cp) printf '%s' "${script}" > "$3";; esac`,
    )
    await find()
    expect(printed).toEqual([expect.stringContaining('Docker')])
    const calls = (await readFile(`${docker}.log`, 'utf8')).trim().split('\n')
    expect(calls.slice(1).map((call) => call.split(' ')[0])).toEqual(['create', 'cp', 'rm'])
  })

  test('is provided by the next source if the first one fails', async () => {
    await program('docker', '[ "$1" = info ] || { echo no registry >&2; exit 1; }')
    await program('go', `[ "$3" = build ] && printf '%s' "${script}" > "$7"; exit 0`)
    await find()
    expect(printed).toEqual([expect.stringContaining('Docker'), expect.stringContaining('Go')])
  })

  test('is requested in one sentence, with what was tried, if no source works', async () => {
    await program('go', '[ "$1" = version ] || { echo no proxy >&2; exit 1; }')
    await expect(find()).rejects.toThrow(/Install it with: .*CATALOG_NATS_URL[\s\S]*no proxy/)
    expect(await filesIn('home/bin')).toEqual([])
  })
})
