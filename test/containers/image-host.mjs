// An image host in a container, started by image-host.ts: each path is the same picture. `/held` and `/open` close and
// open the gate before the answers, `/asked` tells which paths were asked for, and how often.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const picture = readFileSync('/picture.jpg')
const asked = {}
let open = () => {}
let gate = Promise.resolve()

createServer((request, response) => {
  const path = request.url ?? '/'
  if (path === '/asked') {
    response.end(JSON.stringify(asked))
  } else if (path === '/held') {
    gate = new Promise((resolve) => (open = resolve))
    response.end()
  } else if (path === '/open') {
    open()
    response.end()
  } else {
    asked[path] = (asked[path] ?? 0) + 1
    void gate.then(() => response.writeHead(200, { 'content-length': picture.length }).end(picture))
  }
}).listen(8090, '0.0.0.0', () => console.log('ready'))
process.on('SIGTERM', () => process.exit(0))
