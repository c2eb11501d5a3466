import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readNatsValues } from '../chart/support/nats-users.ts'
import { upstream } from '../containers/engine.ts'

export const databasePod = 'postgres-0'

export interface Passwords {
  database: string
  reader: string
  /** By the users of helm/nats-values.yaml. */
  nats: Record<string, string>
}

/** How the services reach the servers. */
export interface Urls {
  database(login: string, password: string): string
  nats(user: string, password: string): string
}

export const plainUrls: Urls = {
  database: (login, password) => `postgres://${login}:${password}@postgres:5432/catalog`,
  nats: (user, password) => `nats://${user}:${password}@nats:4222`,
}

/** What NetworkPolicies know PostgreSQL, and a pooler, by. */
export const ofDatabase = { 'catalog.test/part': 'database' }

export function postgresServer({ database }: Passwords, more: Partial<ServerOptions> = {}): object[] {
  return [
    secret('postgres', { password: database }),
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
      labels: ofDatabase,
      ...more,
    }),
  ]
}

/**
 * NATS with the users of helm/nats-values.yaml.
 * @param files besides its configuration
 * @param lines of the configuration
 */
export function natsServer({ nats }: Passwords, files: Files[] = [], lines = ''): object[] {
  return [
    secret('nats-users', nats),
    configMap('nats', { 'nats.conf': `${natsConfig()}${lines}` }),
    ...server('nats', {
      image: upstream('nats'),
      user: 1000,
      port: 4222,
      args: ['--config', '/etc/nats/nats.conf'],
      env: Object.entries(natsVariables()).map(([variable, key]) => fromSecret(variable, 'nats-users', key)),
      readiness: { httpGet: { path: '/healthz', port: 8222 } },
      folders: ['/data'],
      files: [{ mountPath: '/etc/nats', configMap: 'nats' }, ...files],
    }),
  ]
}

export function secret(name: string, data: Record<string, string>): object {
  return { ...named('v1', 'Secret', name), stringData: data }
}

export function configMap(name: string, data: Record<string, string>): object {
  return { ...named('v1', 'ConfigMap', name), data }
}

/** Files of a ConfigMap or Secret with that name. */
export type Files = { mountPath: string } & ({ configMap: string } | { secret: string })

export interface ServerOptions {
  image: string
  user: number
  port: number
  readiness: object
  args?: string[]
  command?: string[]
  env?: object[]
  folders?: string[]
  files?: Files[]
  /** Further ports of its Service. */
  ports?: number[]
  /** Besides app.kubernetes.io/name. */
  labels?: Record<string, string>
}

/** A StatefulSet of one pod and its Service, as pod security `restricted` requires; folders last as long as the pod. */
export function server(name: string, options: ServerOptions): object[] {
  const { image, user, port, readiness, args, command, env = [], folders = [], ports = [] } = options
  const labels = { 'app.kubernetes.io/name': name }
  const mounts = [
    ...folders.map((mountPath) => ({ mountPath, readOnly: false, source: { emptyDir: {} } })),
    ...(options.files ?? []).map((files) => ({
      mountPath: files.mountPath,
      readOnly: true,
      source: sourceOf(files),
    })),
  ].map((mount, index) => Object.assign(mount, { name: `volume-${index}` }))
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
          metadata: { labels: { ...labels, ...options.labels } },
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
                volumeMounts: mounts.map(({ name: volume, mountPath, readOnly }) => ({
                  name: volume,
                  mountPath,
                  readOnly,
                })),
              },
            ],
            volumes: mounts.map(({ name: volume, source }) => Object.assign({ name: volume }, source)),
          },
        },
      },
    },
  ]
}

interface ProgramOptions extends Partial<ServerOptions> {
  port: number
  /** Its certificate and key, in /etc/tls. */
  identity?: { cert: string; key: string }
  /** Files beside the program. */
  binaryData?: Record<string, Buffer>
}

/** A program of ours for Node, from a file of its own, as a server that listens on `port`. */
export function programServer(name: string, program: URL, options: ProgramOptions): object[] {
  const { identity, binaryData = {}, ...more } = options
  const file = basename(program.pathname)
  const encoded = Object.entries(binaryData).map(([key, bytes]) => [key, bytes.toString('base64')])
  return [
    {
      ...configMap(name, { [file]: readFileSync(program, 'utf8') }),
      binaryData: Object.fromEntries(encoded),
    },
    ...(identity ? [secret(`${name}-tls`, { 'tls.crt': identity.cert, 'tls.key': identity.key })] : []),
    ...server(name, {
      image: upstream('node'),
      user: 10001,
      command: ['node', `/program/${file}`],
      readiness: { tcpSocket: { port: options.port } },
      files: [{ mountPath: '/program', configMap: name }, ...(identity ? [tlsOf(name)] : [])],
      ...more,
    }),
  ]
}

/** The certificate and key of the server with that name. */
export function tlsOf(name: string): Files {
  return { mountPath: '/etc/tls', secret: `${name}-tls` }
}

/** PostgreSQL refuses a key that others may read. */
function sourceOf(files: Files): object {
  return 'secret' in files
    ? { secret: { secretName: files.secret, defaultMode: 0o440 } }
    : { configMap: { name: files.configMap } }
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
