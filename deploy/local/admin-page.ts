import { buildOnce } from './build-once.ts'
import type { BuildOptions } from './build-once.ts'

/** @returns its folder, for CATALOG_ADMIN_ROOT */
export async function buildAdminPage(options?: BuildOptions): Promise<string> {
  return buildOnce(
    {
      name: 'admin-page',
      folder: 'packages/admin-page',
      // It has the sentences of problems, and splits files, as two of our packages do.
      sources: '{packages/{admin-page,catalog,reading}/**,MERCHANTS.md}',
    },
    options,
  )
}
