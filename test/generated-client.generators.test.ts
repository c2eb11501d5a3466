import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@jest/globals'
import { expectImported, openClientFolder } from './support/generated-client.ts'
import { useSystem } from './support/use-system.ts'

const system = await useSystem()

test('a client in Python that is generated from the document of the API imports and lists', async () => {
  await using folder = await openClientFolder(system, 'in-python')
  const env = { PYTHONPATH: process.env['TEST_OPENAPI_PYTHON_CLIENT'] ?? '' }
  const python = (...args: string[]) => folder.run('python3', args, env)
  await folder.copy('generated_client.py')
  // It would format what it has made by a program that may not be here.
  await writeFile(join(folder.cwd, 'config.json'), '{"post_hooks": []}')
  const options = '--path openapi.json --config config.json --output-path catalog_client --meta none'
  python('-m', 'openapi_python_client', 'generate', ...options.split(' '))
  expectImported(python('generated_client.py', 'products.csv'))
})

test('a client in Go that is generated from the document of the API imports and lists', async () => {
  await using folder = await openClientFolder(system, 'in-go')
  const go = (...args: string[]) => folder.run('go', args, { GOFLAGS: '-mod=mod', CGO_ENABLED: '0' })
  await folder.copy('generated_client.go')
  await mkdir(join(folder.cwd, 'catalog'))
  const options = '-generate types,client -package catalog -o catalog/client.go openapi.json'
  folder.run(process.env['TEST_OAPI_CODEGEN'] ?? '', options.split(' '))
  go('mod', 'init', 'shop.example/import')
  go('get', 'github.com/oapi-codegen/runtime@v1.9.0')
  expectImported(go('run', '.', 'products.csv'))
})
