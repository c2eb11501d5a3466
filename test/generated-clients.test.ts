import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { csvOf } from './support/canonical-file.ts'
import { startSystem } from './support/system.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const strict =
  '--strict --noUncheckedIndexedAccess --erasableSyntaxOnly --noEmit --allowImportingTsExtensions --skipLibCheck --types node --target es2024 --module nodenext'

test('a client in TypeScript that is generated from the document of the API compiles strictly, and imports and lists', async () => {
  await using undo = new AsyncDisposableStack()
  const system = undo.use(await startSystem())
  const cwd = await mkdtemp(join(tmpdir(), 'catalog-client-'))
  undo.defer(() => rm(cwd, { recursive: true }))
  const env = { ...process.env, CATALOG_URL: system.baseUrl, CATALOG_TOKEN: system.token('north') }
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${args[0]}: ${stdout}${stderr}`)
    return stdout
  }

  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'))
  await writeFile(join(cwd, 'package.json'), '{"type": "module"}')
  await copyFile(join(root, 'docs/integrate/generated-client.ts'), join(cwd, 'generated-client.ts'))
  await writeFile(
    join(cwd, 'openapi.json'),
    await system.json<object>('/api/openapi.json').then(JSON.stringify),
  )
  run('node_modules/.bin/oazapfts', 'openapi.json', 'catalog.ts')
  run('node_modules/typescript/bin/tsc', ...strict.split(' '), 'generated-client.ts')

  const rows = [
    { handle: 'mug', title: 'Mug', variant_sku: 'M-1', variant_price: '9.00' },
    { handle: 'shirt', title: 'Shirt', variant_sku: 'S-1', variant_price: '19.00' },
  ]
  await writeFile(join(cwd, 'products.csv'), csvOf(rows))
  const shown = run('generated-client.ts', 'products.csv')
  expect(shown.trim().split('\n')).toEqual(['2 new rows, 0 with errors', 'mug M-1 9.00', 'shirt S-1 19.00'])
})
