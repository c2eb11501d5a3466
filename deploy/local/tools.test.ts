import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { useOwnPath } from './testing/own-path.ts'
import { findTool, presentTool } from './tools.ts'

const { options, program, filesIn, printed } = useOwnPath()
const go = '[ "$3" != build ] || { : > "$7"; /bin/chmod +x "$7"; }'

describe.each(['cosign', 'fakeGcsServer', 'helm3', 'helm4', 'oapiCodegen', 'oasdiff', 'versitygw'] as const)(
  '%s',
  (name) => {
    test('is built with Go once, in the folder that all clones share', async () => {
      await program('go', go)
      expect(presentTool(name)).toBeUndefined()
      const built = await findTool(name, options())
      expect(built).toMatch(/\/cache\/catalog\/bin\/[a-z-]+-[\d.]+$/)
      expect(printed).toEqual([expect.stringContaining('Go')])
      expect(presentTool(name)).toBe(built)
      expect(await findTool(name, options())).toBe(built)
      expect(printed).toHaveLength(1)
    })

    test('is built by two clones at the same time, and both get a complete one', async () => {
      await program('go', go)
      const [one, other] = await Promise.all([findTool(name, options()), findTool(name, options())])
      expect(one).toBe(other)
      expect(await filesIn('cache/catalog/bin')).toHaveLength(1)
    })

    test('without Go, an error says what to type, and nothing is left behind', async () => {
      await expect(findTool(name, options())).rejects.toThrow(/npm run tools, or go install [\w./-]+@v\d/)
      expect(await filesIn('cache/catalog/bin')).toEqual([])
    })
  },
)

test.each([
  ['cosign', 'cosign', ''],
  ['fakeGcsServer', 'fake-gcs-server', ''],
  ['helm3', 'helm', 'echo v3.21.4'],
  ['helm4', 'helm', 'echo v4.1.0+g1234567'],
  ['promtool', 'promtool', ''],
  ['versitygw', 'versitygw', ''],
] as const)('%s on the PATH is used', async (name, file, script) => {
  const path = await program(file, script)
  expect(presentTool(name)).toBe(path)
  expect(await findTool(name, options())).toBe(path)
  expect(printed).toEqual([])
})

test('a Helm of the other major version is not used, nor an oasdiff of an unknown version', async () => {
  await program('helm', 'echo v3.21.4')
  await program('oasdiff', '')
  expect(presentTool('helm4')).toBeUndefined()
  expect(presentTool('oasdiff')).toBeUndefined()
})

test('both Helms are built in one module, so that most of the second is compiled already', async () => {
  const log = '[ "$3" != get ] || echo "$4 $5" >> "$0.log"'
  const asked = `${await program('go', `${log}\n${go}`)}.log`
  await findTool('helm3', options())
  await findTool('helm4', options())
  const [first, second] = (await readFile(asked, 'utf8')).trim().split('\n')
  expect(first).toMatch(/^helm\.sh\/helm\/v3\/cmd\/helm@v3\S+ helm\.sh\/helm\/v4\/cmd\/helm@v4\S+$/)
  expect(second).toBe(first)
})

test('promtool is taken out of Debian’s package once, into the folder that all clones share', async () => {
  await program('apt-get', '[ "$6" != download ] || : > "$7_1_amd64.deb"')
  const tool = '"$3/usr/bin/promtool"'
  await program(
    'dpkg-deb',
    `[ -f "$2" ] && /bin/mkdir -p "$3/usr/bin" && : > ${tool} && /bin/chmod +x ${tool}`,
  )
  const unpacked = await findTool('promtool', options())
  expect(unpacked).toMatch(/\/cache\/catalog\/bin\/promtool-debian$/)
  expect(await findTool('promtool', options())).toBe(unpacked)
  expect(printed).toEqual([expect.stringContaining('Debian')])
  expect(await filesIn('cache/catalog/bin')).toEqual(['promtool-debian'])
})

test('the generator of Python clients is brought by pip once, as a folder with all that it imports', async () => {
  await program('python3', '/bin/mkdir -p "$8"')
  const brought = await findTool('openapiPythonClient', options())
  expect(brought).toMatch(/\/cache\/catalog\/bin\/openapi-python-client-[\d.]+$/)
  expect(await findTool('openapiPythonClient', options())).toBe(brought)
  expect(printed).toEqual([expect.stringContaining('PyPI')])
})

test('without apt-get, promtool cannot be had, and nothing is left behind', async () => {
  await expect(findTool('promtool', options())).rejects.toThrow(/apt-get/)
  expect(await filesIn('cache/catalog/bin')).toEqual([])
})
