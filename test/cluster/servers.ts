import { readNatsValues } from '../chart/support/nats-users.ts'
import { upstream } from '../containers/engine.ts'

export const databasePod = 'postgres-0'
export const bucket = 'catalog-images'

export interface Passwords {
  database: string
  reader: string
  /** By the users of helm/nats-values.yaml. */
  nats: Record<string, string>
}

/** PostgreSQL, NATS with the users of helm/nats-values.yaml, and the emulator of Cloud Storage: one pod of each. */
export function serverObjects(passwords: Passwords, emulatorImage: string): object[] {
  return [
    secret('postgres', { password: passwords.database }),
    ...server('postgres', {
      image: upstream('postgres'),
      user: 999,
      port: 5432,
      env: [
        { name: 'POSTGRES_USER', value: 'catalog' },
        { name: 'POSTGRES_DB', value: 'catalog' },
        {
          name: 'POSTGRES_INITDB_ARGS',
          value: '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
        },
        fromSecret('POSTGRES_PASSWORD', 'postgres', 'password'),
      ],
      // Uses TCP: during initdb the server listens only on a Unix socket.
      readiness: { exec: { command: ['pg_isready', '--host=127.0.0.1', '--username=catalog'] } },
      folders: ['/var/lib/postgresql', '/tmp', '/var/run/postgresql'],
    }),
    secret('nats-users', passwords.nats),
    { ...named('v1', 'ConfigMap', 'nats'), data: { 'nats.conf': natsConfig() } },
    ...server('nats', {
      image: upstream('nats'),
      user: 1000,
      port: 4222,
      args: ['--config', '/etc/nats/nats.conf'],
      env: Object.entries(natsVariables()).map(([variable, key]) => fromSecret(variable, 'nats-users', key)),
      readiness: { httpGet: { path: '/healthz', port: 8222 } },
      folders: ['/data'],
      config: { name: 'nats', mountPath: '/etc/nats' },
    }),
    ...server('gcs', {
      image: emulatorImage,
      user: 10001,
      port: 4443,
      readiness: { httpGet: { path: '/_internal/healthcheck', port: 4443 } },
      folders: ['/tmp'],
    }),
  ]
}

export function secret(name: string, data: Record<string, string>): object {
  return { ...named('v1', 'Secret', name), stringData: data }
}

export interface ServerOptions {
  image: string
  user: number
  port: number
  readiness: object
  args?: string[]
  command?: string[]
  env?: object[]
  folders?: string[]
  config?: { name: string; mountPath: string }
  /** Further ports of its Service. */
  ports?: number[]
}

/** A StatefulSet of one pod and its Service, as pod security `restricted` requires; folders last as long as the pod. */
export function server(name: string, options: ServerOptions): object[] {
  const { image, user, port, readiness, args, command, env = [], folders = [], config, ports = [] } = options
  const labels = { 'app.kubernetes.io/name': name }
  const volumes = folders.map((mountPath, index) => ({ name: `folder-${index}`, mountPath }))
  return [
    {
      ...named('v1', 'Service', name),
      spec: {
        selector: labels,
        ports: [port, ...ports].map((number) => ({ name: `port-${number}`, port: number })),
      },
    },
    {
      ...named('apps/v1', 'StatefulSet', name),
      spec: {
        serviceName: name,
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            terminationGracePeriodSeconds: 10,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: user,
              runAsGroup: user,
              fsGroup: user,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [
              {
                name,
                image,
                imagePullPolicy: 'IfNotPresent',
                ...(args ? { args } : {}),
                ...(command ? { command } : {}),
                env,
                ports: [port, ...ports].map((containerPort) => ({ containerPort })),
                readinessProbe: { ...readiness, periodSeconds: 1, timeoutSeconds: 10, failureThreshold: 10 },
                resources: { requests: { cpu: '20m', memory: '32Mi' } },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
                volumeMounts: [
                  ...volumes,
                  ...(config ? [{ name: 'config', mountPath: config.mountPath, readOnly: true }] : []),
                ],
              },
            ],
            volumes: [
              ...volumes.map(({ name: volume }) => ({ name: volume, emptyDir: {} })),
              ...(config ? [{ name: 'config', configMap: { name: config.name } }] : []),
            ],
          },
        },
      },
    },
  ]
}

export function named(apiVersion: string, kind: string, name: string) {
  return { apiVersion, kind, metadata: { name } }
}

function fromSecret(variable: string, name: string, key: string) {
  return { name: variable, valueFrom: { secretKeyRef: { name, key } } }
}

/** The users of helm/nats-values.yaml on one server: the official chart makes three of them. */
function natsConfig(): string {
  const { merge } = readNatsValues().config
  const accounts = JSON.stringify(merge, null, 2).replaceAll(/"<< (\$\w+) >>"/g, '$1')
  return `port: 4222\nhttp_port: 8222\njetstream { store_dir: /data }\n${accounts.slice(1, -1)}\n`
}

/** The key of the Secret for each variable of the configuration. */
function natsVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readNatsValues().container.env).flatMap(([variable, value]) =>
      typeof value === 'string' ? [] : [[variable, value.valueFrom.secretKeyRef.key]],
    ),
  )
}

export const natsUsers = Object.values(natsVariables())
