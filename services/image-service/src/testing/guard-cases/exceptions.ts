import type { GuardCase } from './guard-case.ts'
import { https, otherIpv4, redirect, refused } from './guard-case.ts'

type Row = [what: string, url: string, allowedHost: string, outcome: string]

/** The operator's exceptions, and the addresses that they resolve to. */
const within: Row[] = [
  ['the address itself', 'http://10.0.0.9/a.jpg', '10.0.0.9:80', '10.0.0.9:80'],
  ['in another spelling', 'http://167772169/a.jpg', '10.0.0.9:80', '10.0.0.9:80'],
  ['IPv6', 'http://[fd00::9]/a.jpg', '[fd00::9]:80', '[fd00::9]:80'],
  ['IPv6, in another spelling', 'http://[fd00:0:0::9]/a.jpg', '[fd00:0:0:0:0:0:0:9]:80', '[fd00::9]:80'],
  ['on another port', 'http://10.0.0.9:8080/a.jpg', '10.0.0.9:8080', '10.0.0.9:8080'],
  ['a name of the hosts file', 'http://assets.internal/a.jpg', 'assets.internal:80', '10.9.8.7:80'],
  ['a name in capitals, with a dot', 'http://ASSETS.internal./a.jpg', 'Assets.Internal:80', '10.9.8.7:80'],
  ['a single label', 'http://localhost:8080/a.jpg', 'localhost:8080', '127.0.0.1:8080'],
]

/** Exceptions match exactly host and port, as in the URL. */
const beyond: Row[] = [
  ['another port', 'http://10.0.0.9:8080/', '10.0.0.9:80', refused.port],
  ['the other scheme’s port', 'https://10.0.0.9/', '10.0.0.9:80', refused.literal],
  ['the next address', 'http://10.0.0.10/', '10.0.0.9:80', refused.literal],
  ['the address inside IPv6', 'http://[::ffff:10.0.0.9]/', '10.0.0.9:80', refused.literal],
  ['a name that leads to the address', 'http://10.0.0.9.nip.example/', '10.0.0.9:80', refused.privateAnswer],
  ['the address that a name leads to', 'http://10.9.8.7/', 'assets.internal:80', refused.literal],
  ['a name below', 'http://x.assets.internal/', 'assets.internal:80', refused.internalName],
  ['a name above', 'http://internal/', 'assets.internal:80', refused.internalName],
  ['a name that begins like it', 'http://assets.internal.example/', 'assets.internal:80', refused.noSuchName],
  ['a name that ends like it', 'http://my-assets.internal/', 'assets.internal:80', refused.internalName],
  ['credentials', 'http://user@assets.internal/', 'assets.internal:80', refused.credentials],
  [
    'credentials that look like it',
    'http://assets.internal:80@10.0.0.1/',
    'assets.internal:80',
    refused.credentials,
  ],
  ['another scheme', 'ftp://assets.internal:80/', 'assets.internal:80', refused.scheme],
]

export const exceptionCases: GuardCase[] = [
  ...within.map(([what, url, allowedHost, reached]) => ({
    what: `an exception: ${what}`,
    url,
    allowedHosts: [allowedHost],
    verdict: 'fetched',
    reached: [reached],
  })),
  ...beyond.map(([what, url, allowedHost, verdict]) => ({
    what: `no exception: ${what}`,
    url,
    allowedHosts: [allowedHost],
    verdict,
  })),
  {
    what: 'an exception that redirects to another address inside',
    url: 'http://10.0.0.9/go',
    allowedHosts: ['10.0.0.9:80'],
    answers: { '10.0.0.9/go': redirect(302, 'http://10.0.0.10/') },
    verdict: refused.redirect,
    reached: ['10.0.0.9:80'],
  },
  {
    what: 'an exception that redirects to another of its ports',
    url: 'http://10.0.0.9/go',
    allowedHosts: ['10.0.0.9:80'],
    answers: { '10.0.0.9/go': redirect(302, 'http://10.0.0.9:443/') },
    verdict: refused.redirect,
    reached: ['10.0.0.9:80'],
  },
  {
    what: 'an exception that redirects to a name that leads inside',
    url: 'http://assets.internal/go',
    allowedHosts: ['assets.internal:80'],
    answers: { 'assets.internal/go': redirect(302, 'http://last-bad.example/') },
    verdict: refused.privateAnswer,
    reached: ['10.9.8.7:80'],
  },
  {
    what: 'a public host that redirects to an exception',
    url: 'https://cdn.example/go',
    allowedHosts: ['assets.internal:80'],
    answers: { 'cdn.example/go': redirect(302, 'http://assets.internal/a.jpg') },
    verdict: 'fetched',
    reached: [https, '10.9.8.7:80'],
  },
  {
    what: 'a range that the operator denies',
    url: `http://${otherIpv4}/a.jpg`,
    deniedCidrs: ['151.101.0.0/16'],
    verdict: refused.literal,
  },
  {
    what: 'a range that the operator denies, behind a name',
    url: 'http://both.example/a.jpg',
    deniedCidrs: ['2606:4700::/32'],
    verdict: refused.privateAnswer,
  },
  {
    what: 'an exception inside a range that the operator denies',
    url: `http://${otherIpv4}/a.jpg`,
    deniedCidrs: ['151.101.0.0/16'],
    allowedHosts: [`${otherIpv4}:80`],
    verdict: 'fetched',
    reached: [`${otherIpv4}:80`],
  },
]
