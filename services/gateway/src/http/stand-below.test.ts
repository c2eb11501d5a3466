import { describe, expect, test } from '@jest/globals'
import { expectProblem } from '../testing/expect-problem.ts'
import { startImportService } from '../testing/import-service.ts'
import { api, draftId, onDraft, onRun } from '../testing/samples.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const gateway = await useTestGateway({
  CATALOG_BASE_PATH: '/shop-tools/',
  CATALOG_PUBLIC_URL: 'https://shop.example',
})

describe('below a base path', () => {
  test('the API answers, and names addresses below it', async () => {
    await using _ = await startImportService(gateway)
    const response = await gateway.fetch(`/shop-tools${onRun}/undo`, { method: 'POST' })
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe(`/shop-tools${onDraft}`)
    expect(await response.json()).toMatchObject({
      review_url: `https://shop.example/shop-tools/admin/imports/${draftId}`,
    })
    const { products } = JSON.parse(await (await gateway.fetch(`/shop-tools${onDraft}/products`)).text())
    expect(products[0].picture.renditions.thumb).toMatch(/^\/shop-tools\/api\/products\/images\//)
    const document = await gateway.fetch('/shop-tools/api/openapi.json')
    expect(await document.json()).toMatchObject({ servers: [{ url: '/shop-tools/' }] })
  })

  test.each(['/healthz', '/readyz', '/shop-tools/healthz', '/shop-tools/readyz'])(
    '%s answers',
    async (path) => {
      expect((await gateway.fetch(path)).status).toBe(200)
    },
  )

  test.each([
    '/',
    '/shop-tools',
    `${api}/summary`,
    '/api/openapi.json',
    `/shop-tool${api}/summary`,
    `/Shop-Tools${api}/summary`,
    `/shop-tools-2${api}/summary`,
    `//shop-tools${api}/summary`,
    `/x/..%2fshop-tools${api}/summary`,
    `/shop-tools/..%2fadmin/`,
    `/shop-tools/shop-tools${api}/summary`,
  ])('there is nothing at %s', async (path) => {
    await expectProblem(await gateway.fetch(path), 404, 'not_found')
  })
})
