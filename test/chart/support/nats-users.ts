import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
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
}

/** A nats-server with the account and the users of helm/nats-values.yaml. */
export async function startNatsWithUsers(): Promise<NatsWithUsers> {
  const { config, container } = readNatsValues()
  const passwords = new Map<string, string>()
  const env: Record<string, string> = {}
  for (const [variable, value] of Object.entries(container.env)) {
    if (typeof value === 'string') continue
    const { key } = value.valueFrom.secretKeyRef
    passwords.set(key, `p${key}0e1`)
    env[variable] = `p${key}0e1`
  }
  // What the official chart makes of `config.merge`: JSON, and what stands in << >> without its quotes.
  const text = JSON.stringify(config.merge, null, 2).replaceAll(/"<< (\$\w+) >>"/g, '$1')
  const nats = await startNats({ config: { text, env } })
  return {
    nats,
    urlOf(user) {
      const url = new URL(nats.url)
      url.username = user
      url.password = passwords.get(user) ?? ''
      return url.href
    },
    [Symbol.asyncDispose]: () => nats[Symbol.asyncDispose](),
  }
}
