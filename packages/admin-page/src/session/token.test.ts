import { standardClaims } from '@catalog/catalog/scopes'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { readToken, tokenInFragment } from './token.ts'

const base64Url = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const tokenOf = (claims: unknown) => `${base64Url({ alg: 'HS256' })}.${base64Url(claims)}.c2lnbmF0dXJl`

describe('the fragment of the address', () => {
  test.each([
    ['#token=a.b.c', 'a.b.c'],
    ['#state=1&token=a.b.c', 'a.b.c'],
    ['#token=a.b-c_d.e&expires_in=3600', 'a.b-c_d.e'],
    ['#token=', null],
    ['#token=%20', null],
    ['#content', null],
    ['', null],
  ])('%p contains %p', (fragment, token) => {
    expect(tokenInFragment(fragment)).toBe(token)
  })
})

describe('a token', () => {
  test('contains its storefront, its scopes and its expiry', () => {
    const claims = { storefront_id: 'shop', exp: 1_800_000_000, scope: 'catalog:read catalog:import' }
    expect(readToken(tokenOf(claims), standardClaims)).toEqual({
      storefrontId: 'shop',
      scopes: ['catalog:read', 'catalog:import'],
      expiresAt: 1_800_000_000_000,
    })
  })

  test('may contain letters beyond ASCII', () => {
    const claims = { storefront_id: 'shop', exp: 1, name: 'Jürgen 👋', scope: 'a' }
    expect(readToken(tokenOf(claims), standardClaims)?.scopes).toEqual(['a'])
  })

  test('may name its storefront and scopes in other claims', () => {
    const claims = { org_id: 'shop', exp: 1, realm_access: { roles: ['shop/catalog:read', 'other'] } }
    const names = { storefront: 'org_id', scope: 'realm_access.roles', prefix: 'shop/' }
    const read = { storefrontId: 'shop', scopes: ['catalog:read'], expiresAt: 1000 }
    expect(readToken(tokenOf(claims), names)).toEqual(read)
    expect(readToken(tokenOf(claims), standardClaims)).toBeNull()
  })

  test('without a scope allows nothing', () => {
    expect(readToken(tokenOf({ storefront_id: 'shop', exp: 1 }), standardClaims)?.scopes).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['two parts', 'a.b'],
    ['no JSON', 'a.b.c'],
    ['no base64', 'a.%%%.c'],
    ['no storefront', tokenOf({ exp: 1 })],
    ['no end', tokenOf({ storefront_id: 'shop' })],
    ['null', tokenOf(null)],
  ])('of %s is invalid', (_what, token) => {
    expect(readToken(token, standardClaims)).toBeNull()
  })

  test('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
        expect(readToken(`${a}.${b}.${c}`, standardClaims)).toBeNull()
      }),
    )
  })
})
