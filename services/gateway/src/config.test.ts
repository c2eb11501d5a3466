import { describe, expect, test } from '@jest/globals'
import { readGatewayConfig } from './config.ts'

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
      CATALOG_LIMIT_REQUESTS_PER_MINUTE: 600,
      CATALOG_LIMIT_UPLOADS: 4,
      CATALOG_LIMIT_EXPORTS: 4,
      CATALOG_DRAIN_SECONDS: 0,
    })
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['no way to check tokens', {}, /CATALOG_AUTH_SECRET/],
    [
      'two ways to check tokens',
      { CATALOG_AUTH_SECRET: secret, CATALOG_AUTH_JWKS_URL: 'https://keys.example/jwks' },
      /CATALOG_AUTH_JWKS_URL/,
    ],
    ['a short secret', { CATALOG_AUTH_SECRET: 'thirty-one bytes are not enough' }, /at least 32 bytes/],
    [
      'an algorithm of the other kind',
      { CATALOG_AUTH_JWKS_URL: 'https://keys.example/jwks', CATALOG_AUTH_ALGORITHMS: 'RS256, HS256' },
      /CATALOG_AUTH_ALGORITHMS/,
    ],
    [
      'the algorithm none',
      { CATALOG_AUTH_SECRET: secret, CATALOG_AUTH_ALGORITHMS: 'none' },
      /CATALOG_AUTH_ALGORITHMS/,
    ],
    [
      'a limit of nothing',
      { CATALOG_AUTH_SECRET: secret, CATALOG_LIMIT_UPLOADS: '0' },
      /CATALOG_LIMIT_UPLOADS/,
    ],
  ])('is refused with %s', (_name, env, problem) => {
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
