import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, jest, test } from '@jest/globals'
import { ServiceError } from '@catalog/contracts'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWK } from 'jose'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { listen } from '../../../../test/support/listen.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import type { Caller } from '../context.ts'
import { readGatewayConfig } from '../config.ts'
import tokens from '../testing/tokens-of-issuers.json' with { type: 'json' }
import { tokenVerifier } from './authentication.ts'

type Claims = Record<string, unknown>

const secret = 'x'.repeat(32)
const key = new TextEncoder().encode(secret)
const nowS = Math.floor(Date.now() / 1000)
const claims: Claims = {
  sub: 'ann',
  storefront_id: 'shop',
  scope: 'catalog:read catalog:export',
  exp: nowS + 3600,
}

const verifierWith = (env: NodeJS.ProcessEnv, options = {}) => tokenVerifier(readGatewayConfig(env), options)

const sign = (payload: Claims, alg = 'HS256', signer: Uint8Array = key) =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(signer)

/** A token whose secret is 32 of that letter. */
function signedBy(letter: string): Promise<string> {
  return sign(claims, 'HS256', new TextEncoder().encode(letter.repeat(32)))
}

describe('with a secret', () => {
  const verify = verifierWith({ CATALOG_AUTH_SECRET: secret })

  test('a valid token gives caller, storefront and scopes', async () => {
    expect(await verify(await sign(claims))).toEqual({
      person: { sub: 'ann', name: null },
      storefrontId: 'shop',
      scopes: new Set(['catalog:read', 'catalog:export']),
    })
  })

  test.each<[string, Claims, object]>([
    ['a name', { name: 'Ann Ader' }, { sub: 'ann', name: 'Ann Ader' }],
    ['a name that is no text', { name: { first: 'Ann' } }, { sub: 'ann', name: null }],
    ['a name of nothing', { name: ' \u0000' }, { sub: 'ann', name: null }],
    ['control characters', { sub: 'a\nnn', name: 'Ann\u202e \u0007A' }, { sub: 'ann', name: 'Ann A' }],
    [
      'names without end',
      { sub: 's'.repeat(300), name: 'n'.repeat(300) },
      { sub: 's'.repeat(255), name: 'n'.repeat(255) },
    ],
  ])('a token with %s identifies the caller', async (_what, more, person) => {
    expect((await verify(await sign({ ...claims, ...more }))).person).toEqual(person)
  })

  test('while it is changed, tokens of the previous one are valid too, and of no third one', async () => {
    const both = verifierWith({
      CATALOG_AUTH_SECRET: 'n'.repeat(32),
      CATALOG_AUTH_PREVIOUS_SECRET: 'p'.repeat(32),
    })
    expect((await both(await signedBy('n'))).storefrontId).toBe('shop')
    expect((await both(await signedBy('p'))).storefrontId).toBe('shop')
    await expect(both(await signedBy('x'))).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('a token without a scope allows nothing', async () => {
    const { scope: _, ...rest } = claims
    expect((await verify(await sign(rest))).scopes.size).toBe(0)
  })

  test.each<[string, () => string | Promise<string>]>([
    ['has expired', () => sign({ ...claims, exp: nowS - 1 })],
    ['is not valid yet', () => sign({ ...claims, nbf: nowS + 3600 })],
    ['never expires', () => sign({ sub: 'ann', storefront_id: 'shop' })],
    ['has no subject', () => sign({ ...claims, sub: undefined })],
    ['names an empty subject', () => sign({ ...claims, sub: '' })],
    ['names no storefront', () => sign({ ...claims, storefront_id: undefined })],
    ['names a storefront that cannot be one', () => sign({ ...claims, storefront_id: 'shop/../other' })],
    ['names a storefront by number', () => sign({ ...claims, storefront_id: 7 })],
    ['is signed by another secret', () => sign(claims, 'HS256', new TextEncoder().encode('y'.repeat(32)))],
    [
      'is signed by another algorithm',
      () => sign(claims, 'HS512', new TextEncoder().encode(secret.repeat(2))),
    ],
    ['is not signed at all', () => new UnsecuredJWT(claims).encode()],
    ['claims the algorithm none', async () => forgeHeader(await sign(claims), { alg: 'none' })],
    [
      'was changed after it was signed',
      async () => forgePayload(await sign(claims), { storefront_id: 'other' }),
    ],
    [
      'asks for an extension that we do not know',
      async () => forgeHeader(await sign(claims), { alg: 'HS256', crit: ['x'], x: 1 }),
    ],
    ['is no token', () => 'nonsense'],
    ['is empty parts', () => '..'],
  ])('a token that %s is refused', async (_name, token) => {
    await expect(verify(await token())).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('the library’s message does not reach the caller', async () => {
    await expect(verify(await sign({ ...claims, nbf: nowS + 3600 }))).rejects.toMatchObject({
      message: 'The token is not valid. Sign in again.',
    })
  })
})

describe('issuer and audience, where they are set', () => {
  const verify = verifierWith({
    CATALOG_AUTH_SECRET: secret,
    CATALOG_AUTH_ISSUER: 'https://platform.example',
    CATALOG_AUTH_AUDIENCE: 'catalog',
  })
  const good = { ...claims, iss: 'https://platform.example', aud: ['billing', 'catalog'] }

  test('are accepted', async () => {
    await expect(verify(await sign(good))).resolves.toMatchObject({ person: { sub: 'ann' } })
  })

  test.each<[string, Claims]>([
    ['another issuer', { ...good, iss: 'https://elsewhere.example' }],
    ['no issuer', { ...good, iss: undefined }],
    ['another audience', { ...good, aud: 'billing' }],
    ['no audience', { ...good, aud: undefined }],
  ])('%s is refused', async (_name, payload) => {
    await expect(verify(await sign(payload))).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('claims of other names', () => {
  test.each(tokens)('$issuer: $what', async ({ env, payload, storefront, scopes }) => {
    const verify = verifierWith({ CATALOG_AUTH_SECRET: secret, ...env })
    expect(await verify(await sign({ ...payload, exp: nowS + 3600 }))).toMatchObject({
      person: { sub: payload.sub },
      storefrontId: storefront,
      scopes: new Set(scopes),
    })
  })

  test.each<[string, Claims]>([
    ['the standard claim', { storefront_id: 'shop', at: {} }],
    ['several storefronts', { at: { shop: ['north', 'south'] } }],
    ['several storefronts in a text', { at: { shop: 'north south' } }],
    ['no storefront in a list', { at: { shop: [] } }],
    ['what every object has', { at: 'text' }],
  ])('a token with %s is refused, by the claim’s name', async (_what, payload) => {
    const verify = verifierWith({ CATALOG_AUTH_SECRET: secret, CATALOG_AUTH_STOREFRONT_CLAIM: 'at.shop' })
    await expect(
      verify(await sign({ ...claims, storefront_id: undefined, ...payload })),
    ).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'The token has no valid at.shop. Sign in again, or ask for another token.',
    })
  })

  test('scopes without the prefix, and entries that are no text, grant nothing', async () => {
    const verify = verifierWith({ CATALOG_AUTH_SECRET: secret, CATALOG_AUTH_SCOPE_PREFIX: 'shop:' })
    const scope = [
      'catalog:import',
      'shop:catalog:read',
      ['shop:catalog:export'],
      { 0: 'shop:catalog:import' },
    ]
    expect((await verify(await sign({ ...claims, scope }))).scopes).toEqual(new Set(['catalog:read']))
  })
})

let keys: JWK[] = []
let status = 200
let hangs = false
const server = createServer((_request, response) => {
  if (hangs) return
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ keys }))
})
const { host } = disposeAfterAll().use(await listen(server))
const url = `http://${host}/keys`
const unreachable = () => (status = 503)

describe('with a published key set', () => {
  const times = { cooldownMs: 0, timeoutMs: 120_000 }
  const verifier = (more = {}) => verifierWith({ CATALOG_AUTH_JWKS_URL: url }, { ...times, ...more })

  test('tokens of its keys are accepted, through a rotation, and those of withdrawn keys refused', async () => {
    const [old, fresh] = [await makeKey('RS256', 'one'), await makeKey('ES256', 'two')]
    const verify = verifier()
    keys = [old.jwk]
    await expect(verify(await old.sign())).resolves.toMatchObject({ storefrontId: 'shop' })
    await expect(verify(await fresh.sign())).rejects.toMatchObject({ code: 'unauthenticated' })

    keys = [old.jwk, fresh.jwk]
    await expect(verify(await fresh.sign())).resolves.toMatchObject({ storefrontId: 'shop' })
    await expect(verify(await old.sign())).resolves.toMatchObject({ storefrontId: 'shop' })

    keys = [fresh.jwk]
    await expect(verifier()(await old.sign())).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('unknown keys do not make the gateway fetch the keys repeatedly', async () => {
    const [known, unknown] = [await makeKey('ES256', 'known'), await makeKey('ES256', 'unknown')]
    keys = [known.jwk]
    let asked = 0
    const count = () => (asked += 1)
    server.on('request', count)
    const verify = verifier({ cooldownMs: 600_000 })
    await verify(await known.sign())
    for (let n = 0; n < 5; n += 1) {
      await expect(verify(await unknown.sign())).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    server.off('request', count)
    expect(asked).toBe(1)
  })

  test('keys without an id are tried one after the other', async () => {
    const [one, two, other] = [await makeKey('ES256'), await makeKey('ES256'), await makeKey('ES256')]
    keys = [one.jwk, two.jwk]
    const verify = verifier()
    await expect(verify(await one.sign())).resolves.toMatchObject({ person: { sub: 'ann' } })
    await expect(verify(await two.sign())).resolves.toMatchObject({ person: { sub: 'ann' } })
    await expect(verify(await other.sign())).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(verify(await two.sign({ ...claims, exp: nowS - 1 }))).rejects.toMatchObject({
      message: 'The token has expired. Sign in again.',
    })
  })

  test('a public key is not accepted as a secret', async () => {
    const rsa = await makeKey('RS256', 'rsa')
    keys = [rsa.jwk]
    const forged = await sign(claims, 'HS256', new TextEncoder().encode(await exportSPKI(rsa.publicKey)))
    await expect(verifier()(forged)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('an algorithm that is not on the list is refused, though the key is there', async () => {
    const strange = await makeKey('PS256', 'pss')
    keys = [strange.jwk]
    await expect(verifier()(await strange.sign())).rejects.toMatchObject({ code: 'unauthenticated' })
    const config = { CATALOG_AUTH_JWKS_URL: url, CATALOG_AUTH_ALGORITHMS: 'PS256' }
    const allowed = verifierWith(config, times)
    await expect(allowed(await strange.sign())).resolves.toMatchObject({ person: { sub: 'ann' } })
  })

  /** Verifies tokens of a key that was fetched before the server failed, that many hours later. */
  async function verifyLater(hours: number, fail: () => void): Promise<Caller[]> {
    const some = await makeKey('ES256', 'some')
    keys = [some.jwk]
    const verify = verifier()
    await verify(await some.sign())
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000)
    try {
      fail()
      const renewal = once(server, 'request')
      const [first, second] = [await verify(await some.sign()), await verify(await some.sign())]
      await renewal
      return [first, second]
    } finally {
      now.mockRestore()
      status = 200
      hangs = false
      server.closeAllConnections()
    }
  }

  test.each([
    ['cannot be reached', unreachable],
    ['hangs', () => (hangs = true)],
  ])('keys serve for hours while their server %s', async (_what, fail) => {
    expect(await verifyLater(11, fail)).toMatchObject([{ storefrontId: 'shop' }, { storefrontId: 'shop' }])
  })

  test('keys do not serve for ever', async () => {
    await expect(verifyLater(13, unreachable)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a withdrawn key is refused once the keys are renewed, which no request waits for', async () => {
    const [old, fresh] = [await makeKey('ES256', 'old'), await makeKey('ES256', 'fresh')]
    keys = [old.jwk]
    const verify = verifier({ renewEveryMs: 0 })
    await verify(await old.sign())
    keys = [fresh.jwk]
    await expect(verify(await old.sign())).resolves.toMatchObject({ storefrontId: 'shop' })
    await waitFor('the key to be refused', async () =>
      verify(await old.sign()).then(
        () => false,
        (error: unknown) => error instanceof ServiceError && error.code === 'unauthenticated',
      ),
    )
  })

  test('keys that cannot be fetched are unavailable, not unauthenticated', async () => {
    const some = await makeKey('ES256', 'some')
    status = 500
    await expect(verifier()(await some.sign())).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 })
    status = 200
    const nowhere = verifierWith({ CATALOG_AUTH_JWKS_URL: 'http://127.0.0.1:1/keys' })
    await expect(nowhere(await some.sign())).rejects.toMatchObject({ code: 'unavailable' })
  })
})

async function makeKey(alg: string, kid?: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), alg, ...(kid !== undefined && { kid }) }
  const signed = (payload: Claims = claims) =>
    new SignJWT(payload).setProtectedHeader({ alg, ...(kid !== undefined && { kid }) }).sign(privateKey)
  return { jwk, publicKey, sign: signed }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function forgeHeader(token: string, header: object): string {
  const [, payload, signature] = token.split('.')
  return [encode(header), payload, signature].join('.')
}

function forgePayload(token: string, more: object): string {
  const [header, , signature] = token.split('.')
  return [header, encode({ ...claims, ...more }), signature].join('.')
}
