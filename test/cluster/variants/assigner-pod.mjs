// A pod started by s3.ts, which Kubernetes asks about each new pod of the release: it assigns the user and the group of its
// volumes, as OpenShift does from the range of a namespace.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'

const patch = ['runAsUser', 'fsGroup'].map((field) => ({
  op: 'add',
  path: `/spec/securityContext/${field}`,
  value: 1000660000,
}))

const identity = { cert: readFileSync('/etc/tls/tls.crt'), key: readFileSync('/etc/tls/tls.key') }
createServer(identity, (request, response) => void review(request, response)).listen(8443, '0.0.0.0')

process.on('SIGTERM', () => process.exit(0))

async function review(request, response) {
  const { uid } = JSON.parse(await text(request)).request
  const answer = {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: {
      uid,
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
    },
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
}
