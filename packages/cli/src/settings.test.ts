import { expect, test } from '@jest/globals'
import { readSettings } from './settings.ts'

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
const token = tokenOf({ storefront_id: 'shop' })
const env = { CATALOG_URL: 'https://catalog.example/base/', CATALOG_TOKEN: `${token}\n` }

test('come from the environment, or from options before it', async () => {
  expect(await readSettings({}, env)).toEqual({ url: 'https://catalog.example/base', token })
  const options = { url: 'http://localhost:8080' }
  expect(await readSettings(options, { ...env, CATALOG_STOREFRONT: 'shop' })).toEqual({
    url: 'http://localhost:8080',
    token,
  })
})

test('the storefront of a token is where its platform has it', async () => {
  const CATALOG_TOKEN = tokenOf({ 'https://platform.example/shop': 'shop', at: { shop: 'other' } })
  const read = (claim: string) =>
    readSettings({ storefront: 'shop' }, { ...env, CATALOG_TOKEN, CATALOG_AUTH_STOREFRONT_CLAIM: claim })
  await expect(read('https://platform.example/shop')).resolves.toMatchObject({ token: CATALOG_TOKEN })
  await expect(read('at.shop')).rejects.toThrow('“other”')
})

test.each<[string, string, object, Record<string, string>]>([
  ['what is no address', 'UsageError', { url: 'catalog' }, {}],
  ['an address of another kind', 'UsageError', { url: 'file:///etc/passwd' }, {}],
  ['an address with a password', 'UsageError', { url: 'https://a:b@catalog.example' }, {}],
  ['a token with a line break in it', 'SignInError', {}, { CATALOG_TOKEN: 'a\r\nX-Other: b' }],
  ['an empty token', 'SignInError', {}, { CATALOG_TOKEN: ' ' }],
  ['a file that is not there', 'SignInError', { tokenFile: '/nowhere/token' }, {}],
  ['another storefront', 'SignInError', { storefront: 'other' }, {}],
  ['a token that names no storefront', 'SignInError', { storefront: 'shop' }, { CATALOG_TOKEN: tokenOf({}) }],
  ['a token that is none', 'SignInError', { storefront: 'shop' }, { CATALOG_TOKEN: 'opaque' }],
])('refuse %s, and never show the token', async (_what, name, options, more) => {
  const refused = await readSettings(options, { ...env, ...more }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name })
  expect(String(refused)).not.toContain(more['CATALOG_TOKEN']?.trim() || token)
})
