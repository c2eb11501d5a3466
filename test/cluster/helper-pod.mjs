// A helper beside the system: a pod started by helper.ts, a container started by ../containers/image-host.ts. 8090 is an
// image host: each path is the same picture, those below /slow/ after a while; `/held` and `/open` close and open the gate
// before the answers, `/asked` tells which paths were asked for, and how often. 8080, where GATEWAY names a Service, is a
// door: connections go on to it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, createServer as listenForBytes } from 'node:net'

const picture = readFileSync('/program/picture.jpg')
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
    const answer = () => response.writeHead(200, { 'content-length': picture.length }).end(picture)
    void gate.then(() => (path.startsWith('/slow/') ? setTimeout(answer, 400) : answer()))
  }
}).listen(8090, '0.0.0.0', () => console.log('ready'))

if (process.env.GATEWAY !== undefined) {
  listenForBytes((socket) => {
    const onward = connect(80, process.env.GATEWAY)
    socket.pipe(onward).pipe(socket)
    socket.on('error', () => onward.destroy())
    // With an end and not a reset: of that, kubectl port-forward ends, and all connections with it.
    onward.on('error', () => socket.resume().end())
  }).listen(8080, '0.0.0.0')
}

process.on('SIGTERM', () => process.exit(0))
