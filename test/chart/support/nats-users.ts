import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { findFreePort } from '../../../deploy/local/ports.ts'
import { startNats } from '../../support/nats.ts'
import type { TestNats } from '../../support/nats.ts'

const Values = z.object({
  config: z.object({
    cluster: z.object({ enabled: z.literal(true), replicas: z.number() }),
    jetstream: z.object({ enabled: z.literal(true) }),
    merge: z.object({
      accounts: z.object({
        CATALOG: z.looseObject({ users: z.array(z.looseObject({ user: z.string(), password: z.string() })) }),
      }),
    }),
  }),
  extraResources: z.array(
    z.object({
      kind: z.literal('NetworkPolicy'),
      spec: z.looseObject({
        ingress: z.array(
          z.object({
            from: z.array(
              z.looseObject({
                podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
              }),
            ),
            ports: z.array(z.object({ port: z.number(), protocol: z.literal('TCP') })),
          }),
        ),
      }),
    }),
  ),
  promExporter: z.looseObject({ enabled: z.boolean() }),
  container: z.looseObject({
    env: z.record(
      z.string(),
      z.union([
        z.string(),
        z.object({ valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }) }),
      ]),
    ),
  }),
})

/** The part of helm/nats-values.yaml that the servers' configuration is made of. */
export function readNatsValues(): z.infer<typeof Values> {
  const file = fileURLToPath(new URL('../../../helm/nats-values.yaml', import.meta.url))
  return Values.parse(parse(readFileSync(file, 'utf8')))
}

export interface NatsWithUsers extends AsyncDisposable {
  nats: TestNats
  /** Address with the user's name and password. */
  urlOf(user: string): string
  /** Another password for the user, from the next start of the server on. */
  changePassword(user: string): void
}

/** A nats-server with the account and the users of helm/nats-values.yaml. */
export async function startNatsWithUsers(): Promise<NatsWithUsers> {
  const { users, text, env } = configOfValues()
  const nats = await startNats({ config: { text, env } })
  return {
    nats,
    urlOf: (user) => withUser(nats.url, user, users),
    changePassword: (user) => {
      const password = `${users.get(user)}changed`
      users.set(user, password)
      env[variableOf(user)] = password
    },
    [Symbol.asyncDispose]: () => nats[Symbol.asyncDispose](),
  }
}

export interface NatsCluster extends AsyncDisposable {
  servers: TestNats[]
  /** Addresses of all servers, with the user's name and password. */
  urlOf(user: string): string
}

/** As many of them as the values say, as one cluster. */
export async function startNatsCluster(): Promise<NatsCluster> {
  await using undo = new AsyncDisposableStack()
  const { users, text, env } = configOfValues()
  const { replicas } = readNatsValues().config.cluster
  const routes = await Promise.all(Array.from({ length: replicas }, () => findFreePort()))
  const servers = await Promise.all(
    routes.map(async (port, index) => {
      const others = routes.map((route) => `nats-route://127.0.0.1:${route}`)
      const cluster = { name: 'nats', listen: `127.0.0.1:${port}`, routes: others }
      const own = `server_name: nats-${index}\ncluster: ${JSON.stringify(cluster)}\n`
      return undo.use(await startNats({ config: { text: own + text.slice(1, -1), env } }))
    }),
  )
  const stack = undo.move()
  return {
    servers,
    urlOf: (user) => servers.map(({ url }) => withUser(url, user, users)).join(','),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** As long as a test may take. */
const patienceS = 300

/** What the official chart makes of `config.merge`: JSON, and what is in << >> without its quotes. */
function configOfValues(): { text: string; env: Record<string, string>; users: Map<string, string> } {
  const { config, container } = readNatsValues()
  const users = new Map<string, string>()
  const env: Record<string, string> = {}
  for (const [variable, value] of Object.entries(container.env)) {
    if (typeof value === 'string') continue
    const { key } = value.valueFrom.secretKeyRef
    // One that is easily taken for a number, were it not for its first letter.
    const password = `p${key}0e1`
    users.set(key, password)
    env[variable] = password
  }
  // A client that pauses for two seconds before it authenticates would be disconnected.
  const settings = { authorization: { timeout: patienceS }, ...config.merge }
  const text = JSON.stringify(settings, null, 2).replaceAll(/"<< (\$\w+) >>"/g, '$1')
  return { text, env, users }
}

function variableOf(user: string): string {
  return `${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`
}

function withUser(address: string, user: string, users: Map<string, string>): string {
  const url = new URL(address)
  url.username = user
  url.password = users.get(user) ?? ''
  return url.href
}
