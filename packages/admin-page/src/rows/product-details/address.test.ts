import { expect, test } from '@jest/globals'
import cases from './address.cases.json' with { type: 'json' }
import { shortenAddress } from './address.ts'

test.each(cases)('of $address, the host and the name of the file are shown', ({ address, short }) => {
  expect(shortenAddress(address)).toEqual(short)
})
