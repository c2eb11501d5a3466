import { describe, expect, test } from '@jest/globals'
import { connectionOptionsOf, natsUrl } from './nats-url.ts'

describe('an address of NATS', () => {
  test.each([
    ['nats://127.0.0.1:4222', { servers: ['127.0.0.1:4222'] }],
    ['nats://nats', { servers: ['nats'] }],
    ['nats://[::1]:4222', { servers: ['[::1]:4222'] }],
    ['nats://a:1, nats://b:2', { servers: ['a:1', 'b:2'] }],
    ['nats://gateway:p%40ss@nats:4222', { servers: ['nats:4222'], user: 'gateway', pass: 'p@ss' }],
    ['tls://user:pass@a:1,tls://b:2', { servers: ['a:1', 'b:2'], user: 'user', pass: 'pass', tls: {} }],
    ['nats://a%2Ftoken@nats:4222', { servers: ['nats:4222'], token: 'a/token' }],
  ])('%s', (url, options) => {
    expect(natsUrl.safeParse(url).success).toBe(true)
    expect(connectionOptionsOf(url)).toEqual(options)
  })

  test.each([
    '',
    'nats:4222',
    'localhost:4222',
    '127.0.0.1:4222',
    'http://nats:4222',
    'nats://',
    'nats://nats:99999',
    'nats://a:1,',
    'nats://a:1,tls://b:2',
    'nats://user:100%@nats:4222',
  ])('%s is refused', (url) => {
    expect(natsUrl.safeParse(url).error?.issues[0]?.message).toMatch(/nats:\/\/host:port/)
  })
})
