import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { connect } from 'nats'
import { parse } from 'yaml'
import { natsUsers } from '../../deploy/local/nats.ts'
import { startNats } from '../support/nats.ts'

test('npm start and compose have the NATS users, permissions and ping interval of helm/nats-values.yaml', async () => {
  const conf = await readFile(new URL('../../deploy/nats.conf', import.meta.url), 'utf8')
  const values = parse(await readFile(new URL('../../helm/nats-values.yaml', import.meta.url), 'utf8'))
  const json = conf.replaceAll(/^#.*$/gm, '').replaceAll(/(?<=: )(\$\w+)(?=,?$)/gm, '"<< $1 >>"')
  const { ping_interval, accounts } = JSON.parse(json)
  const { CATALOG } = values.config.merge.accounts
  // A second user serves to change a password while NATS runs: these have one server.
  const users = CATALOG.users.filter(({ user }: { user: string }) => !user.endsWith('-2'))
  expect({ ping_interval, accounts }).toEqual({
    ping_interval: values.config.merge.ping_interval,
    accounts: { CATALOG: { ...CATALOG, users } },
  })
})

test('a server of it takes nobody whom it does not know', async () => {
  const { config, passwordOf } = natsUsers()
  const text = await readFile(config.path, 'utf8')
  await using nats = await startNats({ config: { text, env: config.env } })
  const { port } = new URL(nats.url)
  const as = (more: object) => connect({ servers: `127.0.0.1:${port}`, maxReconnectAttempts: 0, ...more })
  await expect(as({})).rejects.toThrow('Authorization Violation')
  await expect(as({ user: 'gateway', pass: passwordOf('image-service') })).rejects.toThrow(
    'Authorization Violation',
  )
  const connection = await as({ user: 'gateway', pass: passwordOf('gateway') })
  await connection.close()
})
