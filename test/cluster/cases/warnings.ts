import assert from 'node:assert/strict'
import { parseAllDocuments } from 'yaml'
import { readValueFile, valueFiles } from '../../chart/support/render.ts'
import type { Manifest } from '../../chart/support/render.ts'
import type { Case } from '../case.ts'
import { chartFolder, release } from '../chart.ts'

/** Kinds that a cluster has only after they were installed; test/chart checks them. */
const ofOthers =
  /(^|\.)(gke\.io|monitoring\.googleapis\.com|monitoring\.coreos\.com|gateway\.networking\.k8s\.io|google\.com)$/

/** Every object of every value file passes the API server's strict validation and `restricted`. */
export const strictlyRead: Case = {
  name: 'every value file, read strictly by the API server',
  run: async ({ tools }) => {
    let count = 0
    for (const name of valueFiles) {
      const input = readValueFile(name)
      const args = ['template', release, chartFolder, '--kube-version', '1.34.0', '-f', '-']
      const text = await tools.helm(args, { input })
      const objects = parseAllDocuments(text)
        .map((document): Manifest | null => document.toJS())
        .filter((object) => object !== null)
        .filter(({ apiVersion }) => !ofOthers.test(apiVersion.split('/')[0] ?? ''))
        .map((object) => asIfAlone(object))
      const list = { apiVersion: 'v1', kind: 'List', items: objects }
      const dryRun = ['create', '--dry-run=server', '--validate=strict', '-o', 'name', '-f', '-']
      const created = await tools.kubectl(dryRun, { input: JSON.stringify(list) })
      assert.equal(created.trim().split('\n').length, objects.length, name)
      count += objects.length
    }
    return `${count} objects of ${valueFiles.length} value files`
  },
}

/** With a different name, since Helm's objects exist already; a pod is refused if its priority class does not exist. */
function asIfAlone(object: Manifest): Manifest {
  const { priorityClassName: _, ...spec } = object.spec ?? {}
  return {
    ...object,
    metadata: { ...object.metadata, name: `dry-${object.metadata.name}` },
    ...(object.kind === 'Pod' ? { spec } : {}),
  }
}

/** The last case: it checks the warnings of all others. */
export const noWarning: Case = {
  name: 'no warning of the API server',
  run: async ({ tools }) => {
    const came = [...tools.warnings]
    const dryRun = ['create', '--dry-run=server', '-o', 'name', '-f', '-']
    await tools.kubectl(dryRun, { input: JSON.stringify(unrestricted) })
    const provoked = tools.warnings.slice(came.length)
    assert.match(provoked.join('\n'), /would violate PodSecurity/, 'a warning that was asked for is noticed')
    assert.deepEqual(came, [])
    return 'none came, but the one that was asked for'
  },
}

/** The API server accepts it, and warns that none of its pods would be admitted. */
const unrestricted = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'unrestricted' },
  spec: {
    selector: { matchLabels: { of: 'unrestricted' } },
    template: {
      metadata: { labels: { of: 'unrestricted' } },
      spec: {
        containers: [{ name: 'any', image: 'none' }],
      },
    },
  },
}
