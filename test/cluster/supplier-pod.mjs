// A pod started by feeds.ts: a supplier's server, whose files the test changes.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'

const identity = { cert: readFileSync('/etc/tls/tls.crt'), key: readFileSync('/etc/tls/tls.key') }
createServer(identity, (request, response) => {
  const file = `/files${request.url}`
  if (existsSync(file)) response.end(readFileSync(file))
  else response.writeHead(404).end()
}).listen(8443, '0.0.0.0')

process.on('SIGTERM', () => process.exit(0))
