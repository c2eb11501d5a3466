import { expect, test } from '@jest/globals'
import { shortenAddress } from './address.ts'

test.each([
  [
    'https://cdn.example.com/s/files/1/0001/cup-front.jpg?v=17',
    { host: 'cdn.example.com', file: 'cup-front.jpg?v=17' },
  ],
  [
    'https://münchen.example/Becher%20gr%C3%BCn.png',
    { host: 'xn--mnchen-3ya.example', file: 'Becher grün.png' },
  ],
  ['http://a.example:8080/100%.jpg', { host: 'a.example:8080', file: '100%.jpg' }],
  ['https://a.example/', null],
  [`https://a.example/${'x'.repeat(80)}`, null],
  ['no address', null],
])('of %s, the host and the name of the file are shown', (address, short) => {
  expect(shortenAddress(address)).toEqual(short)
})
