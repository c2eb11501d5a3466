import { expect, test } from '@jest/globals'
import { readGatewayConfig, addressesOf } from '../config.ts'
import { renditionUrl } from './rendition-url.ts'

const rendition = { storefrontId: 'shop', imageId: 'id', name: 'card', version: '0a1b' } as const
const isPublic = { CATALOG_IMAGES_PUBLIC: 'true' }
const below = { CATALOG_BASE_PATH: '/shop-tools' }
const named = { CATALOG_PUBLIC_URL: 'https://shop.example' }

test.each([
  [{}, '/api/products/images/id/card'],
  [{ ...below, ...named }, 'https://shop.example/shop-tools/api/products/images/id/card'],
  [isPublic, '/images/shop/id/card.webp?v=0a1b'],
  [{ ...isPublic, ...below }, '/shop-tools/images/shop/id/card.webp?v=0a1b'],
  [{ ...isPublic, ...named }, 'https://shop.example/images/shop/id/card.webp?v=0a1b'],
  [
    { ...isPublic, ...named, CATALOG_IMAGE_PUBLIC_URL: 'https://cdn.example/pictures/' },
    'https://cdn.example/pictures/product-images/shop/id/card.webp?v=0a1b',
  ],
])('with %j a rendition is at %s', (env, url) => {
  const config = readGatewayConfig({ CATALOG_AUTH_SECRET: 's'.repeat(32), ...env })
  expect(renditionUrl(addressesOf(config), rendition)).toBe(url)
})
