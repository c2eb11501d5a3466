import { setImmediate } from 'node:timers/promises'
import { catalogExports, imageRequested, images, imports } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { connect, Events } from 'nats'
import type { NatsConnection } from 'nats'
import { disposeAfterAll } from '../support/dispose-after-all.ts'
import { readNatsValues, startNatsWithUsers } from './support/nats-users.ts'

const services = ['gateway', 'import-service', 'export-service', 'image-service'] as const
const roles = [...services, 'operator'] as const
type Role = (typeof roles)[number]
/** Each service has two. */
const users = roles.flatMap((role) => {
  const names = role === 'operator' ? [role] : [role, `${role}-2`]
  return names.map((user) => ({ user, role }))
})

const { stream, consumer } = imageRequested
const subjectsOf = (contracts: Record<string, { subject: string }>) =>
  Object.values(contracts).map(({ subject }) => subject)
const imageWork = [imports.claimImage, imports.continueImage, imports.settleImage].map(
  ({ subject }) => subject,
)
/** Of the operator's commands, which have the user of import-service. */
const operating = [images.eraseObjects, images.listObjects, images.storeRendition].map(
  ({ subject }) => subject,
)
const merchants = [...subjectsOf(imports), ...subjectsOf(catalogExports), ...subjectsOf(images)].filter(
  (subject) => !imageWork.includes(subject) && !operating.includes(subject),
)
const inbox = (user: string) => `_INBOX.${user}.x.1`
const infoOfStream = `$JS.API.STREAM.INFO.${stream}`
const infoOfConsumer = `$JS.API.CONSUMER.INFO.${stream}.${consumer}`

/** The subjects that each user may send to; all others in the tables below are refused. */
const maySend: Record<Role, string[]> = {
  gateway: [...merchants, inbox('import-service'), inbox('export-service'), inbox('image-service')],
  'import-service': [
    imageRequested.subject,
    ...operating,
    images.readRendition.subject,
    inbox('gateway'),
    inbox('image-service'),
    inbox('operator'),
    '$JS.API.INFO',
    infoOfStream,
    `$JS.API.STREAM.CREATE.${stream}`,
    `$JS.API.STREAM.UPDATE.${stream}`,
    infoOfConsumer,
    `$JS.API.CONSUMER.CREATE.${stream}.${consumer}`,
  ],
  'export-service': [inbox('gateway'), inbox('operator')],
  'image-service': [
    ...imageWork,
    inbox('gateway'),
    inbox('import-service'),
    inbox('operator'),
    infoOfConsumer,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
    `$JS.ACK.${stream}.${consumer}.1.1.1.1.0`,
  ],
  operator: ['$SRV.PING', '$SRV.STATS.gateway', '$JS.API.INFO', infoOfStream, infoOfConsumer],
}

const everythingToSend = [
  ...new Set([
    ...Object.values(maySend).flat(),
    ...roles.map(inbox),
    '_INBOX.x.1',
    'anything',
    'catalog.import.something-new',
    `$JS.API.STREAM.DELETE.${stream}`,
    `$JS.API.STREAM.PURGE.${stream}`,
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.API.DIRECT.GET.${stream}`,
    '$JS.API.STREAM.CREATE.SPY',
    `$JS.API.STREAM.MSG.DELETE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.spy`,
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.spy`,
    `$JS.API.CONSUMER.DELETE.${stream}.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.spy`,
    '$JS.API.SERVER.REMOVE',
    '$SYS.REQ.SERVER.PING',
  ]),
]

interface Ear {
  subject: string
  queue?: string
}

const discovery = (user: string): Ear[] =>
  ['PING', 'INFO', 'STATS'].flatMap((verb) =>
    ['', `.${user}`, `.${user}.A1`].map((end) => ({ subject: `$SRV.${verb}${end}` })),
  )
const own = (user: Role, contracts: Record<string, { subject: string }>): Ear[] => [
  ...subjectsOf(contracts).map((subject) => ({ subject, queue: user })),
  { subject: `_INBOX.${user}.>` },
  ...discovery(user),
]

const mayHear: Record<Role, Ear[]> = {
  gateway: [{ subject: '_INBOX.gateway.>' }],
  'import-service': own('import-service', imports),
  'export-service': own('export-service', catalogExports),
  'image-service': own('image-service', images),
  operator: [{ subject: '_INBOX.operator.>' }],
}

const everythingToHear: Ear[] = [
  ...new Map(
    [
      ...Object.values(mayHear).flat(),
      ...[
        ...merchants,
        ...imageWork,
        imageRequested.subject,
        '>',
        '*',
        'catalog.>',
        'catalog.import.*',
        '_INBOX.>',
        '$JS.>',
        '$JS.API.>',
        '$JS.EVENT.>',
        '$SYS.>',
      ].map((subject) => ({ subject })),
      { subject: imageRequested.subject, queue: 'image-service' },
    ].map((ear: Ear) => [nameOf(ear), ear]),
  ).values(),
]

const undo = disposeAfterAll()
const server = undo.use(await startNatsWithUsers())

describe.each(users)('$user', ({ user, role }) => {
  test('sends what it has to send, and nothing else', async () => {
    await using client = await clientOf(user)
    const sent: string[] = []
    for (const subject of everythingToSend) if (await client.sends(subject)) sent.push(subject)
    expect(sent.toSorted()).toEqual([...new Set(maySend[role])].toSorted())
  })

  test('hears what is meant for it, and nothing else', async () => {
    await using client = await clientOf(user)
    const heard: string[] = []
    for (const ear of everythingToHear) if (await client.hears(ear)) heard.push(nameOf(ear))
    expect(heard.toSorted()).toEqual(mayHear[role].map(nameOf).toSorted())
  })
})

test('nobody comes in without a password, or with another’s', async () => {
  const { host } = new URL(server.nats.url)
  for (const credentials of [
    {},
    { user: 'gateway', pass: 'pimage-service0e1' },
    { user: 'gateway', pass: '' },
  ]) {
    await expect(connect({ servers: host, ...credentials, reconnect: false })).rejects.toMatchObject({
      code: 'AUTHORIZATION_VIOLATION',
    })
  }
})

test('while one of its passwords changes, a service goes on as its other user', async () => {
  await using changing = await startNatsWithUsers()
  const former = changing.urlOf('gateway')
  const other = await connectTo(changing.urlOf('gateway-2'))
  const isBack = reconnected(other)
  changing.changePassword('gateway')
  await changing.nats.stop()
  await changing.nats.start()
  await isBack
  await other.close()
  await expect(connectTo(former)).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
  await (await connectTo(changing.urlOf('gateway'))).close()
})

test('the values hold no password: each is a variable out of the key of one Secret that bears the user’s name', () => {
  const { config, container } = readNatsValues()
  const taken = config.merge.accounts.CATALOG.users.map(({ user, password }) => {
    const value = container.env[/^<< \$(\w+) >>$/.exec(password)?.[1] ?? '']
    return [user, typeof value === 'object' ? value.valueFrom.secretKeyRef : value]
  })
  expect(taken).toEqual(users.map(({ user }) => [user, { name: 'nats-users', key: user }]))
})

function nameOf({ subject, queue }: Ear): string {
  return queue === undefined ? subject : `${subject} ${queue}`
}

interface Client extends AsyncDisposable {
  sends(subject: string): Promise<boolean>
  hears(ear: Ear): Promise<boolean>
}

async function clientOf(user: string): Promise<Client> {
  const connection = await connectTo(server.urlOf(user))
  const refused = new Set<string>()
  void followRefusals(connection, refused)
  return {
    async sends(subject) {
      connection.publish(subject)
      await connection.flush()
      // The refusal came before the flush's answer; its reader has not had its turn yet.
      await setImmediate()
      return !refused.has(`publish ${subject}`)
    },
    async hears({ subject, queue }) {
      let isRefused = false
      const subscription = connection.subscribe(subject, {
        ...(queue !== undefined && { queue }),
        callback: (error) => {
          if (error !== null) isRefused = true
        },
      })
      await connection.flush()
      if (!isRefused) subscription.unsubscribe()
      return !isRefused
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}

function connectTo(url: string): Promise<NatsConnection> {
  const { host, username, password } = new URL(url)
  return connect({
    servers: host,
    user: username,
    pass: password,
    reconnectTimeWait: 100,
    maxReconnectAttempts: -1,
  })
}

async function reconnected(connection: NatsConnection): Promise<void> {
  for await (const { type } of connection.status()) if (type === Events.Reconnect) return
}

async function followRefusals(connection: NatsConnection, refused: Set<string>): Promise<void> {
  for await (const { type, permissionContext } of connection.status()) {
    if (type === Events.Error && permissionContext)
      refused.add(`${permissionContext.operation} ${permissionContext.subject}`)
  }
}
