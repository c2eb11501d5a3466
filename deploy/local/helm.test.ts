import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { canHaveHelm, findHelm } from './helm.ts'
import { useOwnPath } from './testing/own-path.ts'

const { options, program, filesIn, printed } = useOwnPath()
const find = (major: 3 | 4) => findHelm(major, options())
const canHave = () => canHaveHelm()
const go = '[ "$3" != build ] || { : > "$7"; /bin/chmod +x "$7"; }'

test('Helm on the PATH is used for its major version, and the other one is built with Go once', async () => {
  const there = await program('helm', 'echo v4.1.0+g1234567')
  await program('go', go)
  expect(canHave()).toBe(true)
  expect(await find(4)).toBe(there)
  const built = await find(3)
  expect(built).toMatch(/\/cache\/catalog\/bin\/helm-3[\d.]+$/)
  expect(printed).toEqual([expect.stringContaining('Helm 3: built with Go')])
  expect(await find(3)).toBe(built)
  expect(printed).toHaveLength(1)
})

test('both Helms are built in one module, so that most of the second is compiled already', async () => {
  const log = '[ "$3" != get ] || echo "$4 $5" >> "$0.log"'
  const asked = `${await program('go', `${log}\n${go}`)}.log`
  await find(3)
  await find(4)
  const [first, second] = (await readFile(asked, 'utf8')).trim().split('\n')
  expect(first).toMatch(/^helm\.sh\/helm\/v3\/cmd\/helm@v3\S+ helm\.sh\/helm\/v4\/cmd\/helm@v4\S+$/)
  expect(second).toBe(first)
})

test('two clones that build at the same time both get a complete Helm, and leave nothing else', async () => {
  await program('go', go)
  const [one, other] = await Promise.all([find(3), find(3)])
  expect(one).toBe(other)
  expect(await filesIn('cache/catalog/bin')).toEqual([expect.stringMatching(/^helm-3[\d.]+$/)])
})

test('one Helm alone is not enough for the tests of the chart, without Go', async () => {
  await program('helm', 'echo v3.21.4')
  expect(canHave()).toBe(false)
  await expect(find(4)).rejects.toThrow(/npm run tools, or go install helm\.sh\/helm\/v4\/cmd\/helm@v/)
  expect(await filesIn('cache/catalog/bin')).toEqual([])
})
