import { expect, test } from '@jest/globals'
import { canHavePromtool, findPromtool } from './promtool.ts'
import { useOwnPath } from './testing/own-path.ts'

const { options, program, filesIn, printed } = useOwnPath()
const find = () => findPromtool(options())
const canHave = () => canHavePromtool()

test('promtool is the one on the PATH', async () => {
  const there = await program('promtool', '')
  expect(canHave()).toBe(true)
  expect(await find()).toBe(there)
  expect(printed).toEqual([])
})

test('promtool is taken out of Debian’s package once, into the folder that all clones share', async () => {
  await program('apt-get', '[ "$6" != download ] || : > "$7_1_amd64.deb"')
  const tool = '"$3/usr/bin/promtool"'
  await program(
    'dpkg-deb',
    `[ -f "$2" ] && /bin/mkdir -p "$3/usr/bin" && : > ${tool} && /bin/chmod +x ${tool}`,
  )
  expect(canHave()).toBe(true)
  const unpacked = await find()
  expect(unpacked).toMatch(/\/cache\/catalog\/bin\/promtool-debian$/)
  expect(printed).toEqual([expect.stringContaining('Debian')])
  expect(await find()).toBe(unpacked)
  expect(printed).toHaveLength(1)
  expect(await filesIn('cache/catalog/bin')).toEqual(['promtool-debian'])
})

test('without apt-get and without the program, nothing can be had, and nothing is left behind', async () => {
  expect(canHave()).toBe(false)
  await expect(find()).rejects.toThrow(/apt-get/)
  expect(await filesIn('cache/catalog/bin')).toEqual([])
})
