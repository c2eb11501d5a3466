import { readFile } from 'node:fs/promises'
import { createAuthority } from '../../support/certificates.ts'
import { release } from '../chart.ts'
import { imageOf } from '../server-images.ts'
import { configMap, named, natsServer, plainUrls, postgresServer, programServer, server } from '../servers.ts'
import { s3Store } from '../stores.ts'
import type { Variant } from '../variant.ts'

/** Of nginx, by the annotations of an Ingress for its own controller. */
export const nginxDirectives = {
  'nginx.org/client-max-body-size': '16m',
  'nginx.org/proxy-read-timeout': '3600s',
  'nginx.org/proxy-send-timeout': '3600s',
}

/** Pictures in S3, nginx between clients and the gateway, and users that the cluster assigns to the pods of the release. */
export const s3: Variant = {
  values: new URL('s3.yaml', import.meta.url),
  programs: ['nginx'],
  servers: async (passwords, namespace) => [
    ...postgresServer(passwords),
    ...natsServer(passwords),
    ...nginx(namespace),
    ...(await assigner(namespace)),
  ],
  urls: plainUrls,
  store: s3Store,
  entrance: 'entrance',
}

function nginx(namespace: string): object[] {
  const nameServer = `awk '/^nameserver/ { print "resolver " $2 " valid=1s ipv6=off;"; exit }' /etc/resolv.conf`
  return [
    {
      ...named('v1', 'Service', 'entrance'),
      spec: { selector: { 'app.kubernetes.io/name': 'nginx' }, ports: [{ port: 80, targetPort: 8080 }] },
    },
    configMap('nginx', { 'nginx.conf': nginxConfig(namespace) }),
    ...server('nginx', {
      image: imageOf('nginx'),
      user: 10001,
      port: 8080,
      command: [
        'sh',
        '-c',
        `${nameServer} >/tmp/resolver.conf && exec /program/start -e stderr -c /etc/nginx/nginx.conf`,
      ],
      readiness: { tcpSocket: { port: 8080 } },
      folders: ['/tmp'],
      files: [{ mountPath: '/etc/nginx', configMap: 'nginx' }],
    }),
  ]
}

/** The Service is looked up again and again: it is another one after each installation. */
function nginxConfig(namespace: string): string {
  const asked = Object.entries(nginxDirectives).map(
    ([annotation, value]) => `${annotation.slice('nginx.org/'.length).replaceAll('-', '_')} ${value};`,
  )
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path /tmp/${kind};`,
  )
  return `daemon off;
pid /tmp/nginx.pid;
events { worker_connections 1024; }
http {
  include /tmp/resolver.conf;
  access_log off;
  ${folders.join('\n  ')}
  server {
    listen 8080;
    location / {
      set $gateway catalog-gateway.${namespace}.svc.cluster.local;
      proxy_pass http://$gateway;
      proxy_http_version 1.1;
      ${asked.join('\n      ')}
    }
  }
}
`
}

/** Kubernetes asks it about each new pod of the release. */
async function assigner(namespace: string): Promise<object[]> {
  await using authority = await createAuthority()
  const identity = await authority.issue(`assigner.${namespace}.svc`)
  const ca = await readFile(authority.path)
  return [
    ...programServer('assigner', new URL('assigner-pod.mjs', import.meta.url), { port: 8443, identity }),
    {
      ...named('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', namespace),
      webhooks: [
        {
          name: 'users.catalog.test',
          clientConfig: {
            service: { name: 'assigner', namespace, port: 8443 },
            caBundle: ca.toString('base64'),
          },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          objectSelector: { matchLabels: { 'app.kubernetes.io/instance': release } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    },
  ]
}
