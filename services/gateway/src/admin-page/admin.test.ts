import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { startTestGateway } from '../testing/test-gateway.ts'

const script = 'export {}\n'.repeat(200)

const undo = disposeAfterAll()
const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-admin-')))
const root = join(folder, 'dist')
await mkdir(join(root, 'assets'), { recursive: true })
await writeFile(
  join(root, 'index.html'),
  '<!doctype html><title>Catalog</title><script src="./assets/index-3f2a.js">',
)
await writeFile(join(root, 'index.html.br'), brotliCompressSync('not for this path'))
await writeFile(join(root, 'assets', 'index-3f2a.js'), script)
await writeFile(join(root, 'assets', 'index-3f2a.js.br'), brotliCompressSync(script))
await writeFile(join(root, 'assets', 'index-3f2a.js.gz'), gzipSync(script))
await writeFile(join(folder, 'secret.txt'), 'secret')
const settings = {
  CATALOG_ADMIN_ROOT: root,
  CATALOG_AUTH_LOGIN_URL: 'https://platform.example/sign-in',
  CATALOG_ADMIN_TITLE: 'Shop catalog',
  CATALOG_ADMIN_ACCENT: '#7a1fa2',
  CATALOG_AUTH_STOREFRONT_CLAIM: 'https://platform.example/shop',
}
const gateway = undo.use(await startTestGateway(settings))
const load = (path: string, init: RequestInit = {}) => fetch(`${gateway.baseUrl}${path}`, init)

describe('a built admin page', () => {
  test.each(['/admin/', '/admin/index.html', '/admin/runs', '/admin/drafts/42'])(
    'is served at %s, without a token',
    async (path) => {
      const response = await load(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/)
      expect(await response.text()).toMatch(
        '<title>Catalog</title><script src="/admin/assets/index-3f2a.js">',
      )
    },
  )

  test.each([
    ['/admin/assets/index-3f2a.js', 'debug'],
    ['/admin/assets/missing.js', 'info'],
  ])('%s is logged at the level %s', async (path, level) => {
    const id = `logged-at-${level}`
    await load(path, { headers: { 'x-request-id': id } })
    await waitFor('the line', () => gateway.linesOf(id).length > 0)
    expect(gateway.linesOf(id)).toMatchObject([{ level, message: 'request answered' }])
  })

  test('stands below a base path, as it is', async () => {
    await using below = await startTestGateway(
      { CATALOG_ADMIN_ROOT: root, CATALOG_BASE_PATH: '/shop-tools' },
      { natsUrl: gateway.natsUrl },
    )
    const page = await fetch(`${below.baseUrl}/shop-tools/admin/imports/42`)
    expect(await page.text()).toContain('src="/shop-tools/admin/assets/index-3f2a.js"')
    const file = await fetch(`${below.baseUrl}/shop-tools/admin/assets/index-3f2a.js`)
    expect(await file.text()).toBe(script)
    const bare = await fetch(`${below.baseUrl}/shop-tools/admin`, { redirect: 'manual' })
    expect(bare.headers.get('location')).toBe('/shop-tools/admin/')
    await expectProblem(await fetch(`${below.baseUrl}/admin/`), 404, 'not_found')
  })

  test('redirects to its address with a slash', async () => {
    const response = await load('/admin', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/'])
  })

  test('has files that a browser may keep, because their names change with their content', async () => {
    const response = await load('/admin/assets/index-3f2a.js')
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await response.text()).toBe(script)
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['zstd', null],
  ])('goes to a browser that takes %s compressed as %s', async (accepted, encoding) => {
    const file = `${gateway.baseUrl}/admin/assets/index-3f2a.js`
    const response = await fetch(file, { headers: { 'Accept-Encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    expect(await response.text()).toBe(script)

    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(file, { headers: { 'Accept-Encoding': accepted, 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })

  test('has a different ETag for each encoding', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const response = await load('/admin/assets/index-3f2a.js', {
          headers: { 'Accept-Encoding': encoding },
        })
        await response.arrayBuffer()
        return response.headers.get('etag')
      }),
    )
    expect(new Set(etags).size).toBe(3)
  })

  test('allows nothing from other origins, and nothing inline', async () => {
    const policy = (await load('/admin/')).headers.get('content-security-policy')
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/)
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('may be embedded by those that are named, and by nobody else', async () => {
    const alone = await load('/admin/')
    expect(alone.headers.get('x-frame-options')).toBe('DENY')
    const parents = 'https://admin.shop.example, http://127.0.0.1:3000'
    await using embedded = await startTestGateway(
      { CATALOG_ADMIN_ROOT: root, CATALOG_ADMIN_FRAME_ANCESTORS: parents },
      { natsUrl: gateway.natsUrl },
    )
    const page = await fetch(`${embedded.baseUrl}/admin/runs`)
    expect(page.headers.get('x-frame-options')).toBeNull()
    expect(page.headers.get('content-security-policy')).toMatch(
      /; frame-ancestors https:\/\/admin\.shop\.example http:\/\/127\.0\.0\.1:3000$/,
    )
    const api = await embedded.fetch('/api/openapi.json')
    expect(api.headers.get('x-frame-options')).toBe('DENY')
    expect(api.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('is not sent again to a browser that has it already', async () => {
    const etag = (await load('/admin/')).headers.get('etag') ?? ''
    const again = await load('/admin/', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })

  test.each(['/admin', '/admin/', '/admin/runs'])('takes no other methods at %s', async (path) => {
    const response = await load(path, { method: 'POST' })
    expect(response.headers.get('allow')).toBe('HEAD, GET')
    await expectProblem(response, 405, 'method_not_allowed')
  })

  test('learns what its operator has set', async () => {
    expect(await (await load('/admin/config.json')).json()).toEqual({
      login_url: 'https://platform.example/sign-in',
      claims: { storefront: 'https://platform.example/shop', scope: 'scope', prefix: '' },
      parents: [],
      title: 'Shop catalog',
      home_url: null,
      accent: '#7a1fa2',
    })
  })

  test.each([
    '/admin/assets/missing.js',
    '/admin/assets/index-3f2a.js.zst',
    '/admin/..%2fsecret.txt',
    '/admin/%2e%2e/secret.txt',
  ])('does not show %s', async (path) => {
    await expectProblem(await load(path), 404, 'not_found')
  })
})

test.each(['', join(tmpdir(), 'catalog-admin-that-is-not-there')])(
  'without a built page (%p) there is nothing under /admin/',
  async (none) => {
    await using bare = await startTestGateway({ CATALOG_ADMIN_ROOT: none })
    for (const path of ['/admin', '/admin/', '/admin/config.json']) {
      await expectProblem(await fetch(bare.baseUrl + path), 404, 'not_found')
    }
  },
)
