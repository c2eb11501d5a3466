import { expect, test } from '@jest/globals'
import { renditionKey, ServiceError } from '@catalog/contracts'
import { eraseObjects } from './erase-objects.ts'

test('deletes a bounded number of objects below the storefront’s folder, which holds its renditions', async () => {
  const calls: [string, number][] = []
  const store = {
    deleteBelow(folder: string, limit: number) {
      calls.push([folder, limit])
      return Promise.resolve(7)
    },
  }
  expect(await eraseObjects({ store }, { storefront_id: 'shop' })).toEqual({ deleted: 7 })
  expect(calls).toEqual([['product-images/shop', 500]])
  expect(renditionKey('shop', 'image', 'thumb')).toBe('product-images/shop/image/thumb.webp')
})

test('a store without an answer is unavailable, without its message', async () => {
  const store = { deleteBelow: () => Promise.reject(new Error('403: bucket-of-ours denied')) }
  const erasing = eraseObjects({ store }, { storefront_id: 'shop' })
  await expect(erasing).rejects.toBeInstanceOf(ServiceError)
  await expect(erasing).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.not.stringMatching(/403|bucket/),
  })
})
