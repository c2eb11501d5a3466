import { mkdir, mkdtemp, readdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openFilesystemStore } from './filesystem.ts'
import { checkObjectStore } from './object-store-suite.ts'

checkObjectStore('filesystem', async () => {
  const folder = await temporaryFolder()
  return { store: await openFilesystemStore(join(folder.path, 'made', 'on', 'demand')), ...disposing(folder) }
})

test('a write that fails leaves nothing behind', async () => {
  await using folder = await temporaryFolder()
  const store = await openFilesystemStore(folder.path)
  await writeFile(join(folder.path, 'file'), '')
  await expect(store.put('file/below', Buffer.from('x'))).rejects.toMatchObject({
    name: 'ObjectStoreError',
    code: expect.stringMatching(/^E/),
  })
  expect(await readdir(join(folder.path, '.unfinished'))).toEqual([])
})

test('a file that a killed process left incomplete is removed at a later start, once it is old', async () => {
  await using folder = await temporaryFolder()
  const unfinished = join(folder.path, '.unfinished')
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'old'), 'half')
  await writeFile(join(unfinished, 'young'), 'half')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(join(unfinished, 'old'), twoHoursAgo, twoHoursAgo)
  await openFilesystemStore(folder.path)
  expect(await readdir(unfinished)).toEqual(['young'])
})

test('a file that became shorter while it is read is incomplete', async () => {
  await using folder = await temporaryFolder()
  const store = await openFilesystemStore(folder.path)
  await store.put('truncated', Buffer.alloc(1024 * 1024))
  const object = await store.get('truncated')
  await truncate(join(folder.path, 'truncated'), 1000)
  const body = object?.body[Symbol.asyncIterator]()
  expect(await body?.next()).toMatchObject({ done: false })
  await expect(body?.next()).rejects.toMatchObject({ name: 'ObjectStoreError', code: 'incomplete' })
  expect(await body?.next()).toMatchObject({ done: true })
})

test('a link out of the folder is not followed', async () => {
  await using folder = await temporaryFolder()
  await using outside = await temporaryFolder()
  await writeFile(join(outside.path, 'secret'), 'secret')
  const store = await openFilesystemStore(folder.path)
  await symlink(join(outside.path, 'secret'), join(folder.path, 'link'))
  expect(await store.get('link')).toBeNull()
})

test('deleting objects leaves no empty folder and follows no link out of the folder', async () => {
  await using folder = await temporaryFolder()
  await using outside = await temporaryFolder()
  await writeFile(join(outside.path, 'kept'), 'kept')
  const store = await openFilesystemStore(folder.path)
  for (const key of ['shops/a/one/x', 'shops/a/two/deep/y', 'shops/ab/one/x'])
    await store.put(key, Buffer.from('x'))
  await mkdir(join(folder.path, 'shops/a/empty'))
  await symlink(outside.path, join(folder.path, 'shops/a/link'))
  while ((await store.deleteBelow('shops/a', 1)) > 0);
  expect(await readdir(join(folder.path, 'shops'))).toEqual(['ab'])
  expect(await readdir(outside.path)).toEqual(['kept'])
})

interface Folder extends AsyncDisposable {
  path: string
}

async function temporaryFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'catalog-objects-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

function disposing(folder: Folder): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}
