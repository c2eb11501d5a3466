import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that repeat the version of `package.json`, for npm, Helm and the services. */
export const versionedFiles = [
  'packages/cli/package.json',
  'helm/catalog/Chart.yaml',
  'packages/contracts/src/version.ts',
]

/** Writes the version of `package.json` to the files that repeat it. */
export async function writeVersion(root: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  for (const file of versionedFiles) {
    const path = join(root, file)
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text.replaceAll(
        /^( *"version": "|version: |appVersion: |export const version = ')[^"'\n]+/gm,
        `$1${version}`,
      ),
    )
  }
}
