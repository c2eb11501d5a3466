import { once } from 'node:events'
import { createServer } from 'node:http'
import sharp from 'sharp'

const distinctPictures = 200
const sidePx = 800

/** Serves pictures of garments on this machine; `url(n)` is the picture of the n-th product. */
export async function servePictures(
  host: string,
): Promise<AsyncDisposable & { url: (product: number) => string }> {
  const painted = new Map<number, Promise<Buffer>>()
  const server = createServer((request, response) => {
    const number =
      Number(/^\/garments\/(\d+)\.jpg$/.exec(request.url ?? '')?.[1] ?? Number.NaN) % distinctPictures
    if (Number.isNaN(number)) {
      response.writeHead(404).end()
      return
    }
    const picture = painted.get(number) ?? paintGarment(number)
    painted.set(number, picture)
    picture.then(
      (bytes) =>
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes),
      () => response.writeHead(500).end(),
    )
  })
  const { hostname, port } = new URL(`http://${host}`)
  server.listen(Number(port), hostname)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`The demo serves its pictures at ${host}, but another program has that port.`, { cause })
  })
  return {
    url: (product) => `http://${host}/garments/${product}.jpg`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A T-shirt and a background, with colours that depend on the number. */
function paintGarment(number: number): Promise<Buffer> {
  const hue = Math.round((number * 360) / distinctPictures)
  const stripes = Array.from(
    { length: number % 5 },
    (_, index) =>
      `<rect x="330" y="${430 + index * 90}" width="340" height="30" fill="hsl(${hue},60%,80%)"/>`,
  ).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}" viewBox="0 0 1000 1000">
    <defs><radialGradient id="wall"><stop offset="0" stop-color="hsl(${(hue + 180) % 360},30%,96%)"/>
      <stop offset="1" stop-color="hsl(${(hue + 180) % 360},25%,78%)"/></radialGradient>
    <linearGradient id="cloth" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},65%,58%)"/>
      <stop offset="1" stop-color="hsl(${hue},70%,34%)"/></linearGradient></defs>
    <rect width="1000" height="1000" fill="url(#wall)"/>
    <path fill="url(#cloth)" d="M380 200 L200 280 L120 480 L270 540 L320 450 L320 840 L680 840 L680 450 L730 540
      L880 480 L800 280 L620 200 Q500 320 380 200 Z"/>${stripes}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}
