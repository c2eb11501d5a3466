import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@jest/globals'
import { csvOf } from './canonical-file.ts'
import type { System } from './system.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A folder with the document of the API, and a file of two products that the storefront does not have. */
export interface ClientFolder extends AsyncDisposable {
  cwd: string
  /** Runs a program in the folder with the address and a token of the storefront; returns what it prints. */
  run: (program: string, args: string[], env?: Record<string, string>) => string
  /** Copies a program of docs/integrate. */
  copy: (name: string) => Promise<void>
}

export async function openClientFolder(system: System, storefront: string): Promise<ClientFolder> {
  const cwd = await mkdtemp(join(tmpdir(), 'catalog-client-'))
  const address = { CATALOG_URL: system.baseUrl, CATALOG_TOKEN: system.token(storefront) }
  await writeFile(join(cwd, 'openapi.json'), JSON.stringify(await system.json<object>('/api/openapi.json')))
  const rows = [
    { handle: 'mug', title: 'Mug', variant_sku: 'M-1', variant_price: '9.00' },
    { handle: 'shirt', title: 'Shirt', variant_sku: 'S-1', variant_price: '19.00' },
  ]
  await writeFile(join(cwd, 'products.csv'), csvOf(rows))
  return {
    cwd,
    run: (program, args, env = {}) => {
      const options = { cwd, env: { ...process.env, ...address, ...env }, encoding: 'utf8' } as const
      const { status, stdout, stderr, error } = spawnSync(program, args, options)
      if (status !== 0) throw error ?? new Error(`${program} ${args[0]}: ${stdout}${stderr}`)
      return stdout
    },
    copy: (name) => copyFile(join(root, 'docs/integrate', name), join(cwd, name)),
    [Symbol.asyncDispose]: () => rm(cwd, { recursive: true }),
  }
}

/** That a client has applied the file and listed the catalog. */
export function expectImported(printed: string): void {
  expect(printed.trim().split('\n')).toEqual(['2 new rows, 0 with errors', 'mug M-1 9.00', 'shirt S-1 19.00'])
}
