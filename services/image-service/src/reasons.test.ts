import { refusals } from '@catalog/address-guard'
import { describe, expect, test } from '@jest/globals'
import { allEnds, ImageError } from './image-error.ts'
import { describeForMerchant } from './reasons.ts'

describe("the merchant's message", () => {
  test("is the same for every outcome of a name's look-up", () => {
    const texts = (['nxdomain', 'no_address', 'private_answer', 'internal_name'] as const).map((detail) =>
      describeForMerchant(new ImageError('resolution_rejected', detail)),
    )
    expect(new Set(texts).size).toBe(1)
  })

  test('is the same for every forbidden address', () => {
    const texts = (['literal', 'peer', 'redirect'] as const).map((detail) =>
      describeForMerchant(new ImageError('address_blocked', detail)),
    )
    expect(new Set(texts).size).toBe(1)
  })

  test('is the one with which import-service refuses the URL in the preview', () => {
    expect(describeForMerchant(new ImageError('url_not_allowed', 'port'))).toBe(refusals.port.message)
    expect(describeForMerchant(new ImageError('address_blocked', 'literal'))).toBe(refusals.literal.message)
    const internal = new ImageError('resolution_rejected', 'internal_name')
    expect(describeForMerchant(internal)).toBe(refusals.internal_name.message)
  })

  test('names the format and what to do', () => {
    expect(describeForMerchant(new ImageError('not_an_image', 'heic'))).toMatch(/HEIC.*save it as JPEG/)
    expect(describeForMerchant(new ImageError('not_an_image', 'svg'))).toMatch(/SVG.*save it as PNG/)
    expect(describeForMerchant(new ImageError('not_an_image', 'html'))).toMatch(/web page/)
  })

  test.each([[404], [403], [429], [418], [500], [503]])('contains the status %d', (status) => {
    expect(describeForMerchant(new ImageError('http_error', 'status', { status }))).toContain(
      `status ${status}`,
    )
  })

  test('is a sentence for every end of an attempt, within the contract’s length', () => {
    for (const { reason, detail } of allEnds())
      expect(describeForMerchant(new ImageError(reason, detail))).toMatch(/^[A-Z].{10,300}\.$/)
  })

  test('differs if there is something different to do', () => {
    const errors = [
      new ImageError('url_not_allowed', 'port'),
      new ImageError('too_many_redirects', 'loop'),
      new ImageError('too_large', 'avif_pixels'),
      new ImageError('network_error', 'tls'),
      new ImageError('network_error', 'refused'),
      new ImageError('timeout', 'idle'),
      new ImageError('timeout', 'decode'),
      new ImageError('storage_error', 'write'),
      new ImageError('attempts_exhausted', 'decoder_ended'),
      new ImageError('attempts_exhausted', 'decoder_memory'),
    ]
    expect(new Set(errors.map(describeForMerchant)).size).toBe(errors.length)
  })
})
