import { expect, test } from '@jest/globals'
import { canHaveOasdiff, findOasdiff } from './oasdiff.ts'
import { useOwnPath } from './testing/own-path.ts'

const { options, program, filesIn, printed } = useOwnPath()
const find = () => findOasdiff(options())
const canHave = () => canHaveOasdiff()

test('oasdiff is built with Go once, in the folder that all clones share', async () => {
  await program('go', '[ "$3" != build ] || { : > "$7"; /bin/chmod +x "$7"; }')
  expect(canHave()).toBe(true)
  const built = await find()
  expect(built).toMatch(/\/cache\/catalog\/bin\/oasdiff-[\d.]+$/)
  expect(printed).toEqual([expect.stringContaining('Go')])
  expect(await find()).toBe(built)
  expect(printed).toHaveLength(1)
})

test('without Go and without the program, an error says what to type', async () => {
  expect(canHave()).toBe(false)
  await expect(find()).rejects.toThrow(/go install github\.com\/oasdiff\/oasdiff@v/)
  expect(await filesIn('cache/catalog/bin')).toEqual([])
})
