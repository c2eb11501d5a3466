import { readFile, writeFile } from 'node:fs/promises'

interface Sbom {
  components: { type: string; name: string; version?: string }[]
}

/**
 * Adds to the SBOM of a program what its bundle contains, as its build lists it (`## name - version (license)`).
 * @throws Error if it lists nothing
 */
export async function addBundled(sbomFile: string, licensesFile: string): Promise<void> {
  const licenses = await readFile(licensesFile, 'utf8')
  const bundled = [...licenses.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)].map(
    ([, name = '', version = '', license = '']) => {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
      return { type: 'library', name, version, 'bom-ref': purl, purl, licenses: [{ expression: license }] }
    },
  )
  if (bundled.length === 0) throw new Error(`${licensesFile} lists no package.`)
  const sbom: Sbom = JSON.parse(await readFile(sbomFile, 'utf8'))
  await writeFile(
    sbomFile,
    JSON.stringify({ ...sbom, components: [...sbom.components, ...bundled] }, null, 2),
  )
}
