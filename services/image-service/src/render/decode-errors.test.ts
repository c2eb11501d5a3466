import { expect, test } from '@jest/globals'
import { explainDecodeError } from './decode-errors.ts'

const avif = Buffer.alloc(64)

test('a picture whose time is over is not a truncated one, whatever its loader reported before', () => {
  // As libvips put it on a busy machine: lines of the loader come first, and are harmless by themselves.
  const error = new Error(
    'source: bad seek to 1024\nsource: bad seek to 512\ntimeout: 3% complete\nVipsImage: killed for image "temp-4"',
  )
  expect(explainDecodeError(error, avif)).toMatchObject({ reason: 'timeout', detail: 'decode' })
})

test('a picture whose time was spent on it is too large: another try would take as long', () => {
  const error = explainDecodeError(new Error('timeout: 3% complete'), avif, true)
  expect(error).toMatchObject({ reason: 'too_large', detail: 'work', outcome: 'rejected' })
})

test('a picture that its loader cannot read to the end is truncated', () => {
  const error = new Error('source: bad seek to 1024\nheif: Invalid input: Unspecified (2.0)')
  expect(explainDecodeError(error, avif)).toMatchObject({ reason: 'not_an_image', detail: 'truncated' })
})
