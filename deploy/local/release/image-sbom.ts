import { readFile, writeFile } from 'node:fs/promises'
import { describeDebian } from './debian-packages.ts'
import type { Component } from './debian-packages.ts'
import { readImageFiles } from './image-files.ts'

interface Sbom {
  metadata: { component: { 'bom-ref': string } }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * Adds to the SBOM of a service what its image has besides npm packages: the bases that it was built on
 * (`name@sha256:…`), the distribution and its packages, and Node. The same image gives the same bytes.
 *
 * @param layout the image for all platforms, as an OCI layout
 */
export async function addSystemToSbom(options: {
  sbom: string
  layout: string
  bases: string[]
}): Promise<void> {
  const { sbom: file, layout, bases } = options
  const images = await readImageFiles(layout)
  const found = [
    ...bases.map(describeBase),
    ...images.map(({ node }) => describeNode(node)),
    ...images.flatMap(({ status, osRelease }) => describeDebian(status, osRelease)),
  ]
  // Platforms share what belongs to none of them.
  const added = [...new Map(found.map((component) => [component['bom-ref'], component])).values()]
  const refs = added.map((component) => component['bom-ref'])
  const sbom: Sbom = JSON.parse(await readFile(file, 'utf8'))
  const root = sbom.metadata.component['bom-ref']
  const dependencies = sbom.dependencies.map((entry) =>
    entry.ref === root ? { ...entry, dependsOn: [...(entry.dependsOn ?? []), ...refs] } : entry,
  )
  const whole = {
    ...sbom,
    components: [...sbom.components, ...added],
    dependencies: [...dependencies, ...refs.map((ref) => ({ ref }))],
  }
  await writeFile(file, JSON.stringify(whole, null, 2))
}

function describeBase(reference: string): Component {
  const [name = '', digest = ''] = reference.split('@')
  return { type: 'container', name, version: digest, 'bom-ref': reference }
}

/** Its version, which the program sends as its name: `node.js/v24.21.0`. */
export function describeNode(program: Buffer): Component {
  const at = program.indexOf('node.js/v')
  const version = /^node\.js\/v(\d+\.\d+\.\d+)/.exec(program.toString('latin1', at, at + 32))?.[1]
  if (at === -1 || version === undefined) throw new Error('the program node does not have its version in it')
  const purl = `pkg:generic/node@${version}`
  const cpe = `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`
  return { type: 'application', name: 'node', version, 'bom-ref': purl, purl, cpe }
}
