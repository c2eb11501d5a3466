import { expect, test } from '@jest/globals'
import { explainDecodeError } from './decode-errors.ts'

const avif = Buffer.alloc(64)

test('a timeout is not reported as truncated, whatever the loader reported before', () => {
  // libvips's messages on a busy machine: the loader's lines come first, and are harmless on their own.
  const error = new Error(
    'source: bad seek to 1024\nsource: bad seek to 512\ntimeout: 3% complete\nVipsImage: killed for image "temp-4"',
  )
  expect(explainDecodeError(error, avif)).toMatchObject({ reason: 'timeout', detail: 'decode' })
})

test('a picture that used up the time is too large: another attempt would take as long', () => {
  const error = explainDecodeError(new Error('timeout: 3% complete'), avif, true)
  expect(error).toMatchObject({ reason: 'too_large', detail: 'work', outcome: 'rejected' })
})

test('a picture that its loader cannot read to the end is truncated', () => {
  const error = new Error('source: bad seek to 1024\nheif: Invalid input: Unspecified (2.0)')
  expect(explainDecodeError(error, avif)).toMatchObject({ reason: 'not_an_image', detail: 'truncated' })
})
