import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runQuietly } from '../../deploy/local/commands.ts'
import { serviceNames } from '../../deploy/local/services.ts'
import manifest from '../../package.json' with { type: 'json' }
import { buildImages, clearUp, nameOf } from './engine.ts'

let tag: string
beforeAll(async () => {
  await clearUp({ own: false })
  tag = await buildImages()
}, 1_200_000)
afterAll(() => clearUp(), 900_000)

test('the image of the gateway has the command line', async () => {
  const command = ['--entrypoint', 'node', `catalog/gateway:${tag}`, 'command-line/catalog.js', '--version']
  const version = await runQuietly('docker', ['run', '--read-only', '--name', nameOf('command'), ...command])
  expect(version.trim()).toBe(manifest.version)
}, 900_000)

test.each(serviceNames)(
  '%s starts from what the image has compiled, and writes nothing',
  async (service) => {
    const run = ['docker run --read-only --name "$0" --env NODE_DEBUG_NATIVE=COMPILE_CACHE "$1" 2>&1 || true']
    const lines = (
      await runQuietly('sh', ['-c', ...run, nameOf(service), `catalog/${service}:${tag}`])
    ).split('\n')
    // It exits because settings are missing, once everything is loaded.
    expect(lines.join('\n')).toContain('the environment is not valid')
    const cache = lines.filter((line) => line.startsWith('[compile cache]'))
    const accepted = cache.filter((line) => line.includes(' was accepted'))
    expect(accepted.length).toBeGreaterThan(2)
    expect(cache.filter((line) => /was rejected|writing cache/.test(line))).toEqual([])
  },
  900_000,
)
