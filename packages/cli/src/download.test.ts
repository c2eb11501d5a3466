import { createServer } from 'node:http'
import type { LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAddressGuard } from '@catalog/address-guard'
import { describe, expect, test } from '@jest/globals'
import { listen } from '../../../test/support/listen.ts'
import { openUrl } from './download.ts'

const guard = createAddressGuard()
const resolveTo =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )

describe('a URL is refused', () => {
  test.each([
    ['by http', 'http://supplier.example/feed.csv'],
    ['with an address inside', 'https://10.0.0.1/feed.csv'],
    ['of the metadata server', 'https://169.254.169.254/latest'],
    ['with an internal name', 'https://catalog-gateway.shop.svc/api/products'],
    ['with another port', 'https://supplier.example:8443/feed.csv'],
    ['with a password', 'https://user:secret@supplier.example/feed.csv'],
  ])('%s, before its name is resolved', async (_what, url) => {
    let asked = 0
    const resolve: LookupFunction = (_name, _options, callback) => {
      asked += 1
      callback(new Error('asked'), '')
    }
    await expect(openUrl(url, guard, resolve)).rejects.toMatchObject({ name: 'CommandError' })
    expect(asked).toBe(0)
  })

  test.each([[['127.0.0.1']], [['93.184.216.34', '10.0.0.1']]])(
    'whose name leads to %j',
    async (addresses) => {
      const opened = openUrl('https://supplier.example/feed.csv', guard, resolveTo(...addresses))
      await expect(opened).rejects.toThrow('not on the public internet')
    },
  )
})

test('an excepted host answers by http, and its redirects pass the guard as well', async () => {
  await using host = await listen(
    createServer(({ url }, response) => {
      if (url === '/feed.csv') response.end('handle\n')
      else response.writeHead(302, { Location: url === '/loop' ? '/loop' : 'https://127.0.0.1/' }).end()
    }),
  )
  const excepting = createAddressGuard({ allowedHosts: [host.host] })
  await using body = await openUrl(`http://${host.host}/feed.csv`, excepting)
  expect(await text(body.stream)).toBe('handle\n')
  await expect(openUrl(`http://${host.host}/away`, excepting)).rejects.toThrow('not on the public internet')
  await expect(openUrl(`http://${host.host}/loop`, excepting)).rejects.toThrow('redirects too often')
})
