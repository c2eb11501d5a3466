import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { blocksOf } from '../../operations/support/runbooks.ts'
import { createAuthority } from '../../support/certificates.ts'
import { imageOf } from '../server-images.ts'
import { configMap, natsServer, ofDatabase, postgresServer, secret, server, tlsOf } from '../servers.ts'
import { gcs } from '../stores.ts'
import type { Variant } from '../variant.ts'

/** Both servers accept only encrypted connections, with certificates of a CA of the test's own, which all clients verify. */
export const encrypted: Variant = {
  values: new URL('encrypted.yaml', import.meta.url),
  programs: ['pgbouncer'],
  servers: async (passwords) => {
    await using authority = await createAuthority()
    const ca = await readFile(authority.path, 'utf8')
    const certificates: object[] = []
    for (const name of ['postgres', 'pgbouncer', 'nats']) {
      const { cert, key } = await authority.issue(name)
      certificates.push(secret(`${name}-tls`, { 'tls.crt': cert, 'tls.key': key, 'ca.crt': ca }))
    }
    const logins = { catalog: passwords.database, catalog_export: passwords.reader }
    const users = Object.entries(logins).map(([login, password]) => `"${login}" "${password}"\n`)
    return [
      ...certificates,
      configMap('catalog-ca', { 'ca.crt': ca }),
      configMap('postgres', { 'pg_hba.conf': 'local all all trust\nhostssl all all all scram-sha-256\n' }),
      ...postgresServer(passwords, {
        args: settings.flatMap((setting) => ['-c', setting]),
        files: [{ mountPath: '/etc/postgres', configMap: 'postgres' }, tlsOf('postgres')],
      }),
      secret('pgbouncer', { 'pgbouncer.ini': pooler, 'users.txt': users.join('') }),
      ...server('pgbouncer', {
        image: imageOf('pgbouncer'),
        user: 10001,
        port: 5432,
        args: ['-q', '/etc/pgbouncer/pgbouncer.ini'],
        readiness: { tcpSocket: { port: 5432 } },
        folders: ['/tmp'],
        files: [{ mountPath: '/etc/pgbouncer', secret: 'pgbouncer' }, tlsOf('pgbouncer')],
        labels: ofDatabase,
      }),
      ...natsServer(
        passwords,
        [tlsOf('nats')],
        'tls { cert_file: "/etc/tls/tls.crt", key_file: "/etc/tls/tls.key" }\n',
      ),
      secret('catalog-migration', { 'database-url': urlAt('postgres', 'catalog', passwords.database) }),
    ]
  },
  urls: {
    database: (login, password) => urlAt('pgbouncer', login, password),
    nats: (user, password) => `tls://${user}:${password}@nats:4222`,
  },
  // What the document has operators run.
  sql: blocksOf(readFileSync(new URL('../../../deploy/README.md', import.meta.url), 'utf8'), 'sql').join(
    '\n',
  ),
  store: gcs,
  entrance: 'catalog-gateway',
}

const settings = [
  'hba_file=/etc/postgres/pg_hba.conf',
  'ssl=on',
  'ssl_cert_file=/etc/tls/tls.crt',
  'ssl_key_file=/etc/tls/tls.key',
]

function urlAt(host: string, login: string, password: string): string {
  return `postgres://${login}:${password}@${host}:5432/catalog?sslmode=verify-full`
}

const pooler = `[databases]
* = host=postgres port=5432
[pgbouncer]
listen_addr = 0.0.0.0
listen_port = 5432
unix_socket_dir =
pool_mode = transaction
# Two logins, and PostgreSQL accepts a hundred connections.
default_pool_size = 40
max_client_conn = 400
query_wait_timeout = 20
auth_type = scram-sha-256
auth_file = /etc/pgbouncer/users.txt
client_tls_sslmode = require
client_tls_cert_file = /etc/tls/tls.crt
client_tls_key_file = /etc/tls/tls.key
server_tls_sslmode = verify-full
server_tls_ca_file = /etc/tls/ca.crt
`
