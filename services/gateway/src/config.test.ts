import { describe, expect, test } from '@jest/globals'
import refused from './testing/refused-settings.json' with { type: 'json' }
import { addressesOf, readGatewayConfig } from './config.ts'

const secret = 's'.repeat(32)

describe('the environment of the gateway', () => {
  test('needs no more than a secret', () => {
    expect(readGatewayConfig({ CATALOG_AUTH_SECRET: secret })).toEqual({
      CATALOG_NATS_URL: 'nats://127.0.0.1:4222',
      CATALOG_HOST: '127.0.0.1',
      CATALOG_PORT: 8080,
      CATALOG_HEALTH_HOST: '127.0.0.1',
      CATALOG_HEALTH_PORT: 0,
      CATALOG_LOG_LEVEL: 'info',
      CATALOG_AUTH_SECRET: secret,
      CATALOG_BASE_PATH: '',
      CATALOG_IMAGES_PUBLIC: false,
      CATALOG_ADMIN_FRAME_ANCESTORS: [],
      CATALOG_AUTH_STOREFRONT_CLAIM: 'storefront_id',
      CATALOG_AUTH_SCOPE_CLAIM: 'scope',
      CATALOG_AUTH_SCOPE_PREFIX: '',
      CATALOG_LIMIT_REQUESTS_PER_MINUTE: 600,
      CATALOG_LIMIT_UPLOADS: 4,
      CATALOG_LIMIT_EXPORTS: 4,
      CATALOG_DRAIN_SECONDS: 0,
    })
  })

  test.each(refused)('is refused with $what', ({ env, problem }) => {
    expect(() => readGatewayConfig(env)).toThrow(problem)
  })

  test('is refused with all problems at once, including those between variables', () => {
    expect(() => readGatewayConfig({ CATALOG_PORT: 'http', CATALOG_LOG_LEVEL: 'loud' })).toThrow(
      /CATALOG_PORT.*CATALOG_LOG_LEVEL.*CATALOG_AUTH_SECRET/,
    )
  })

  test('is refused without showing the secret', () => {
    expect(() => readGatewayConfig({ CATALOG_AUTH_SECRET: 'too-short-and-secret' })).not.toThrow(/too-short/)
  })

  test.each([
    ['https://shop.example', '', 'https://shop.example'],
    ['https://shop.example/', '/shop-tools', 'https://shop.example/shop-tools'],
    ['https://shop.example/shop-tools/', '/shop-tools/', 'https://shop.example/shop-tools'],
    ['https://shop-tools', '/shop-tools', 'https://shop-tools/shop-tools'],
    ['https://shop.example/eu', '/shop-tools', 'https://shop.example/eu/shop-tools'],
    ['', '/shop-tools', undefined],
  ])('at %s below “%s” people reach it at %s', (url, path, address) => {
    const env = { CATALOG_AUTH_SECRET: secret, CATALOG_PUBLIC_URL: url, CATALOG_BASE_PATH: path }
    expect(addressesOf(readGatewayConfig(env)).publicUrl).toBe(address)
  })

  test.each(['#767676', '#17615B', '#000000'])(
    'takes the accent %s, on which white can be read',
    (colour) => {
      const env = { CATALOG_AUTH_SECRET: secret, CATALOG_ADMIN_ACCENT: colour }
      expect(readGatewayConfig(env).CATALOG_ADMIN_ACCENT).toBe(colour)
    },
  )

  test('treats an empty variable as unset', () => {
    const config = readGatewayConfig({
      CATALOG_AUTH_SECRET: secret,
      CATALOG_AUTH_ISSUER: '',
      CATALOG_ADMIN_ROOT: '',
    })
    expect(config.CATALOG_AUTH_ISSUER).toBeUndefined()
    expect(config.CATALOG_ADMIN_ROOT).toBeUndefined()
  })
})
