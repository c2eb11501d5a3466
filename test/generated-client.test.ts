import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@jest/globals'
import { expectImported, openClientFolder, root } from './support/generated-client.ts'
import { startSystem } from './support/system.ts'

const strict =
  '--strict --noUncheckedIndexedAccess --erasableSyntaxOnly --noEmit --allowImportingTsExtensions --skipLibCheck --types node --target es2024 --module nodenext'

test('a client in TypeScript that is generated from the document of the API compiles strictly, and imports and lists', async () => {
  await using system = await startSystem()
  await using folder = await openClientFolder(system, 'north')
  const node = (...args: string[]) => folder.run(process.execPath, args)
  await symlink(join(root, 'node_modules'), join(folder.cwd, 'node_modules'))
  await writeFile(join(folder.cwd, 'package.json'), '{"type": "module"}')
  await folder.copy('generated-client.ts')
  node('node_modules/.bin/oazapfts', 'openapi.json', 'catalog.ts')
  node('node_modules/typescript/bin/tsc', ...strict.split(' '), 'generated-client.ts')
  expectImported(node('generated-client.ts', 'products.csv'))
})
