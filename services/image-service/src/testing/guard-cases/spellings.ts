import type { GuardCase } from './guard-case.ts'
import { http, otherIpv4, publicIpv4, redirect, refused } from './guard-case.ts'

/*
 * Every spelling of an address that a URL parser, a C library or a person may read as one. Each is requested by http
 * and https, and behind a redirect of a public host.
 */
const spellings: Record<string, string[]> = {
  'dotted decimal': ['127.0.0.1', '127.0.0.2', '127.127.127.127', '10.0.0.1', '192.168.1.1', '172.16.0.1'],
  'the metadata server': ['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192'],
  'one number': [
    '2130706433',
    '2852039166',
    '3232235777',
    '017700000001',
    '0x7f000001',
    '0xA9FEA9FE',
    '0',
    '0x',
  ],
  'fewer parts': ['127.1', '127.0.1', '0177.1', '0x7f.1', '0x7f.0x1', '10.1', '169.16689662'],
  octal: ['0177.0.0.1', '0251.0376.0251.0376', '0251.00376.000251.0000376', '012.0.0.1'],
  hexadecimal: ['0x7f.0x0.0x0.0x1', '0X7F.0.0.1', '0xA9.0xFE.0xA9.0xFE', '0x.0x.0x.0x'],
  'mixed bases': ['0177.0x0.0.1', '169.0376.0xA9.254', '127.0.0.0x1'],
  padded: ['127.000.000.001', '00000177.00.00.01', '0x0000007f.1'],
  'trailing dot': ['127.0.0.1.', '2130706433.', '0x7f.1.', '127.0.0.1%2e'],
  'other dots': ['127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '127%E3%80%820.0.1'],
  'other digits': ['１２７.０.０.１', '①②⑦.⓪.⓪.①', '⑯⑨.②⑤④.⑯⑨.②⑤④', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '¹²⁷.⁰.⁰.¹', '₁₂₇.₀.₀.₁'],
  'invisible characters': ['127.0.0.1\u00ad', '127\u200b.0.0.1', '127.0.0.1\u2060'],
  'percent signs': ['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%30x7f.1', '%EF%BC%91%EF%BC%92%EF%BC%97.1'],
  IPv6: ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0.0.0.1]'],
}

/** IPv4 inside IPv6, in each form that is routed or translated somewhere. */
const embedded: Record<string, string[]> = {
  mapped: ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:FFFF:a9fe:a9fe]', `[::ffff:${publicIpv4}]`],
  compatible: ['[::127.0.0.1]', '[::a9fe:a9fe]', `[::${publicIpv4}]`],
  translated: ['[::ffff:0:127.0.0.1]', '[::ffff:0:a9fe:a9fe]'],
  'NAT64, well known': ['[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', `[64:ff9b::${publicIpv4}]`],
  'NAT64, local, /48 and /96': [
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[64:ff9b:1:7f00:0:100::]',
    '[64:ff9b:1::a00:1]',
  ],
  '6to4': ['[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:0a00:0001:1::1]'],
  'Teredo, server and client': [
    '[2001:0:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
    '[2001::f5ff:fffe]',
  ],
  ISATAP: ['[2606:4700::5efe:7f00:1]', '[2606:4700::200:5efe:169.254.169.254]', '[fe80::5efe:10.0.0.1]'],
}

/** Not addresses to the URL parser, but to some C libraries: never requested. */
const misspelled = [
  '7147006462',
  '0xBaaaaaaaaaaaaaaaaffffffff',
  '0x41414141A9FEA9FE',
  '425.510.425.510',
  '256.0.0.1',
  '09.0.0.1',
  '1.1.1.1.1',
  '127.0.0.1.0x',
  '127.0.0.1..',
  '169.254.169.254..',
  '127..0.1',
  '.127.0.0.1',
  '127.0.0.1%00',
  '127.0.0.1%09',
  '127.0.0.1%23.cdn.example',
  '127.0.0.1%2f.cdn.example',
  '١٢٧.٠.٠.١',
  '::1',
  '0000::1:80',
  '[127.0.0.1]',
  '[::1',
  '[[::1]]',
  '[::1]]',
  '[::1].cdn.example',
  '[::1%25lo]',
  '[::1%lo]',
  '[fe80::1%25eth0]',
  '[fe80::1%1]',
  '[::ffff:0177.0.0.1]',
  '[::ffff:127.1]',
  '[::ffff:127.0.0.1.]',
  '[1::2::3]',
  '[v1.fe80::a]',
  '%5B::1%5D',
]

export const spellingCases: GuardCase[] = [
  ...Object.entries({ ...spellings, ...embedded }).flatMap(([kind, hosts]) =>
    hosts.flatMap((host) => everyWay(kind, host)),
  ),
  ...misspelled.flatMap((host) => [
    { what: `no address at all: ${host}`, url: `http://${host}/a.jpg`, verdict: refused.syntax },
    {
      what: `no address at all, behind a redirect: ${host}`,
      url: 'http://cdn.example/go',
      answers: { 'cdn.example/go': redirect(302, `http://${host}/a.jpg`) },
      verdict: refused.syntax,
      reached: [http],
    },
  ]),

  ...[otherIpv4, '2539979009', '0x97650101', '0227.0145.1.1', '１５１.101.1.1'].map((host) => ({
    what: `a public address stays reachable: ${host}`,
    url: `http://${host}/a.jpg`,
    verdict: 'fetched',
    reached: [`${otherIpv4}:80`],
  })),
  ...['2606:4700:4700::1111', '2606:4700:4700:0:0:0:0:1111'].map((host) => ({
    what: `a public IPv6 address stays reachable: ${host}`,
    url: `http://[${host}]/a.jpg`,
    verdict: 'fetched',
    reached: ['[2606:4700:4700::1111]:80'],
  })),
]

function everyWay(kind: string, host: string): GuardCase[] {
  return [
    { what: `${kind}: ${host}`, url: `http://${host}/a.jpg`, verdict: refused.literal },
    { what: `${kind}, https: ${host}`, url: `https://${host}/a.jpg`, verdict: refused.literal },
    {
      what: `${kind}, behind a redirect: ${host}`,
      url: 'http://cdn.example/go',
      answers: { 'cdn.example/go': redirect(302, `http://${host}/a.jpg`) },
      verdict: refused.redirect,
      reached: [http],
    },
  ]
}
