// CATALOG_AUTH_SECRET=… node mint-token.mjs <storefront> <person>
import { createHmac } from 'node:crypto'

const [storefront, person] = process.argv.slice(2)
const claims = {
  sub: person,
  storefront_id: storefront,
  scope: 'catalog:read catalog:import catalog:export',
  exp: Math.floor(Date.now() / 1000) + 15 * 60,
}
const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')
const signature = createHmac('sha256', process.env.CATALOG_AUTH_SECRET).update(signed).digest('base64url')
console.log(`${signed}.${signature}`)
