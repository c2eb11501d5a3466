import { readFile } from 'node:fs/promises'
import { csvOf } from '../support/canonical-file.ts'
import type { Cells } from '../support/canonical-file.ts'
import { createAuthority } from '../support/certificates.ts'
import type { ClientTools } from './client-tools.ts'
import { configMap, named, programServer } from './servers.ts'

/** A supplier on the internet, as the feeds of a release see it. */
export interface Supplier extends AsyncDisposable {
  url: string
  /** ConfigMap for `caBundle`, with the CA of the supplier and what the release trusts already. */
  caBundle: string
  put(rows: Cells[]): Promise<void>
  remove(): Promise<void>
}

/** Public, so that the guard lets feeds go there; on the internet no network has it, and here a Service. */
const address = '22.0.0.1'
const pod = 'supplier-0'
const name = { 'app.kubernetes.io/name': 'supplier' }

export async function startSupplier(tools: ClientTools): Promise<Supplier> {
  await using undo = new AsyncDisposableStack()
  const authority = undo.use(await createAuthority())
  const identity = await authority.issue(address)
  const known = await tools.tryKubectl(['get', 'configmap', 'catalog-ca', '-o', 'jsonpath={.data.ca\\.crt}'])
  const trusted = known.code === 0 ? known.stdout : ''
  const objects = [
    configMap('supplier-ca', { 'ca.crt': trusted + (await readFile(authority.path, 'utf8')) }),
    ...programServer('supplier', new URL('supplier-pod.mjs', import.meta.url), {
      port: 8443,
      identity,
      folders: ['/files'],
    }),
    {
      ...named('v1', 'Service', 'supplier-outside'),
      spec: { selector: name, ports: [{ port: 443, targetPort: 8443 }], externalIPs: [address] },
    },
    // Where policies are enforced, they see the pod behind the address.
    {
      ...named('networking.k8s.io/v1', 'NetworkPolicy', 'to-supplier'),
      spec: {
        podSelector: { matchLabels: { 'app.kubernetes.io/component': 'feed-url' } },
        policyTypes: ['Egress'],
        egress: [{ to: [{ podSelector: { matchLabels: name } }], ports: [{ port: 8443, protocol: 'TCP' }] }],
      },
    },
  ]
  await tools.apply(objects)
  // The other lab may need the address.
  undo.defer(async () => {
    await tools.kubectl(['delete', 'service', 'supplier-outside'])
  })
  await tools.kubectl(['rollout', 'status', 'statefulset/supplier', '--timeout=600s'])
  const inPod = (command: string, input = '') =>
    tools.kubectl(['exec', '-i', pod, '--', 'sh', '-c', command], { input })
  const stack = undo.move()
  return {
    url: `https://${address}/prices.csv`,
    caBundle: 'supplier-ca',
    put: async (rows) => {
      await inPod('cat >/files/new && mv /files/new /files/prices.csv', csvOf(rows))
    },
    remove: async () => {
      await inPod('rm /files/prices.csv')
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
