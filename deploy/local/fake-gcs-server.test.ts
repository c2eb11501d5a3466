import { expect, test } from '@jest/globals'
import { canHaveFakeGcsServer, findFakeGcsServer } from './fake-gcs-server.ts'
import { useOwnPath } from './testing/own-path.ts'

const { options, program, filesIn, printed } = useOwnPath()
const find = () => findFakeGcsServer(options())
const canHave = () => canHaveFakeGcsServer()

test('fake-gcs-server is the one on the PATH', async () => {
  const there = await program('fake-gcs-server', '')
  expect(canHave()).toBe(true)
  expect(await find()).toBe(there)
  expect(printed).toEqual([])
})

test('fake-gcs-server is built with Go once, in the folder that all clones share', async () => {
  await program('go', '[ "$3" != build ] || { : > "$7"; /bin/chmod +x "$7"; }')
  expect(canHave()).toBe(true)
  const built = await find()
  expect(built).toMatch(/\/cache\/catalog\/bin\/fake-gcs-server-[\d.]+$/)
  expect(printed).toEqual([expect.stringContaining('Go')])
  expect(await find()).toBe(built)
  expect(printed).toHaveLength(1)
})

test('without Go and without the program, an error says what to type', async () => {
  expect(canHave()).toBe(false)
  await expect(find()).rejects.toThrow(/go install github\.com\/fsouza\/fake-gcs-server@v/)
  expect(await filesIn('cache/catalog/bin')).toEqual([])
})
