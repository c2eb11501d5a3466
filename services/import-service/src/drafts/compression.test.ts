import { expect, test } from '@jest/globals'
import { array, assert, asyncProperty, uint8Array } from 'fast-check'
import { compressParts, decompress } from './compression.ts'

test('parts are compressed as one text, however many there are', () =>
  assert(
    asyncProperty(array(uint8Array(), { maxLength: 5 }), async (parts) => {
      expect(await decompress(await compressParts(parts))).toEqual(Buffer.concat(parts))
    }),
  ))
