import type { Zone } from '../name-server.ts'
import type { GuardCase } from './guard-case.ts'
import { http, http6, https, otherIpv4, publicIpv4, publicIpv6, redirect, refused } from './guard-case.ts'

const longLabel = 'a'.repeat(63)

export const nameZone: Zone = {
  'cdn.example': [[publicIpv4]],
  'hop.example': [[publicIpv4]],
  'six.example': [[publicIpv6]],
  'both.example': [[publicIpv4, publicIpv6]],
  'a.wild.example': [[publicIpv4]],
  'a.b.wild.example': [[publicIpv4]],
  'expired.example': [[publicIpv4]],
  'untrusted.example': [[publicIpv4]],
  'xn--80ak6aa92e.example': [[publicIpv4]],
  [`${longLabel}.example`]: [[publicIpv4]],

  'first-bad.example': [['10.0.0.5', publicIpv4]],
  'last-bad.example': [[publicIpv4, '10.0.0.5']],
  'middle-bad.example': [[publicIpv4, '169.254.169.254', otherIpv4]],
  'sixty.example': [[...Array.from({ length: 59 }, (_, index) => `93.184.216.${index + 1}`), '127.0.0.1']],
  'bad-aaaa.example': [[publicIpv4, 'fd00::1']],
  'bad-a.example': [['192.168.0.9', publicIpv6]],
  'mapped-aaaa.example': [[publicIpv4, `::ffff:${publicIpv4}`]],
  'isatap-aaaa.example': [[publicIpv4, '2606:4700::5efe:a00:1']],
  'private-half.example': { a: ['10.0.0.5'], aaaa: 'servfail' },

  'alias.example': { alias: 'cdn.example' },
  'alias-of-alias.example': { alias: 'alias.example' },
  'alias-inside.example': { alias: 'database.internal' },
  'alias-twice-inside.example': { alias: 'alias-inside.example' },
  'alias-localhost.example': { alias: 'localhost' },
  'alias-nowhere.example': { alias: 'nowhere.example' },
  'alias-empty.example': { alias: 'empty.example' },
  'database.internal': [['10.20.30.40']],
  localhost: [['127.0.0.1']],
  // What a resolver that follows a pod's search list would find.
  'api.default.svc.cluster.local': [['10.96.0.1']],
  'api.shop.svc.cluster.local': [['10.96.0.2']],

  '*.nip.example': 'spelled',
  '127.0.0.1.nip.example.fixed.example': [['127.0.0.1']],

  'half.example': { a: [publicIpv4], aaaa: 'servfail' },
  'half-missing.example': { a: [publicIpv4], aaaa: 'nxdomain' },
  'broken.example': 'servfail',
  'refusing.example': 'refused',
  'garbage.example': 'garbage',
  'silent.example': 'silence',
  'empty.example': [[]],

  'rebinding.example': [[publicIpv4], ['127.0.0.1']],
  'late.example': [[publicIpv4], ['127.0.0.1']],
  'back.example': [['127.0.0.1'], [publicIpv4]],
  'flapping.example': [[publicIpv4], [publicIpv4, '10.0.0.5'], [publicIpv4]],
  'moving.example': [[publicIpv4], [otherIpv4], ['127.0.0.1']],
}

const internal = [
  ['localhost', 'LOCALHOST', 'localhost.', 'LocalHost.', 'app.localhost', 'ｌｏｃａｌｈｏｓｔ', 'ⅼocalhost'],
  ['loc\u00adalhost', 'localhost%2e', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'l\u043ecalhost', 'xn--lcalhost-nbh', 'xn--localhost-'],
  ['kubernetes', 'metadata', 'api', 'database', 'catalog-nats', 'unix:', 'ip6-localhost', 'broadcasthost'],
  ['metadata.google.internal', 'METADATA.GOOGLE.INTERNAL', 'metadata.google.internal.', 'database.internal'],
  [
    'metadata。google。internal',
    'metadata%2egoogle%2einternal',
    'instance-data.ec2.internal',
    'metadata.goog',
  ],
  ['printer.local', 'router.home.arpa', 'home.arpa', 'host.localdomain', 'localhost.localdomain'],
  ['api.default.svc', 'api.default.svc.', 'api.default.svc.cluster.local', 'API.DEFAULT.SVC.CLUSTER.LOCAL'],
  ['kubernetes.default.svc.cluster.local.', 'cluster.local', 'google.internal', 'host.docker.internal'],
].flat()

const refusedAnswers = [
  ['first-bad', 'last-bad', 'middle-bad', 'sixty', 'bad-aaaa', 'bad-a', 'mapped-aaaa', 'isatap-aaaa'],
  ['private-half', 'alias-inside', 'alias-twice-inside', 'alias-localhost'],
  ['127.0.0.1.nip', '10.0.0.1.nip', '169.254.169.254.nip', '127.0.0.1.nip.example.fixed'],
]
  .flat()
  .map((name) => `${name}.example`)

const noAnswers = {
  'missing.example': refused.noSuchName,
  'alias-nowhere.example': refused.noSuchName,
  [`${'a'.repeat(64)}.example`]: refused.noSuchName,
  [Array.from({ length: 60 }, () => 'aaaa').join('.')]: refused.noSuchName,
  'api.shop': refused.noSuchName,
  'hosts-file.example': refused.noSuchName,
  'empty.example': refused.noAddress,
  'alias-empty.example': refused.noAddress,
  'words.nip.example': refused.noSuchName,
}

const closing = ['Content-Length: 9', 'Connection: close']

export const nameCases: GuardCase[] = [
  ...internal.flatMap((name) => [
    { what: `an internal name: ${name}`, url: `http://${name}/a.jpg`, verdict: refused.internalName },
    {
      what: `an internal name behind a redirect: ${name}`,
      url: 'http://cdn.example/go',
      answers: { 'cdn.example/go': redirect(308, `https://${name}/a.jpg`) },
      verdict: refused.internalName,
      reached: [http],
    },
  ]),
  ...refusedAnswers.flatMap((name) => [
    { what: `a name that leads inside: ${name}`, url: `http://${name}/`, verdict: refused.privateAnswer },
    {
      what: `a name that leads inside, https: ${name}`,
      url: `https://${name}/`,
      verdict: refused.privateAnswer,
    },
    {
      what: `a name that leads inside, behind a redirect: ${name}`,
      url: 'https://cdn.example/go',
      answers: { 'cdn.example/go': redirect(303, `//${name}/`) },
      verdict: refused.privateAnswer,
      reached: [https],
    },
  ]),
  ...Object.entries(noAnswers).map(([name, verdict]) => ({
    what: `a name that leads nowhere: ${name}`,
    url: `http://${name}/`,
    verdict,
  })),

  ...['cdn', 'half', 'half-missing', 'alias', 'alias-of-alias', '93.184.216.34.nip', longLabel].map(
    (name) => ({
      what: `a public name: ${name}.example`,
      url: `http://${name}.example/a.jpg`,
      verdict: 'fetched',
      reached: [http],
    }),
  ),
  {
    what: 'a name with an IPv6 address only',
    url: 'http://six.example/',
    verdict: 'fetched',
    reached: [http6],
  },
  { what: 'a name with both, IPv4 first', url: 'http://both.example/', verdict: 'fetched', reached: [http] },
  {
    what: 'a homograph is a name like any other',
    url: 'http://аррӏе.example/',
    verdict: 'fetched',
    reached: [http],
  },

  {
    what: 'a name server that is out of order',
    url: 'http://broken.example/',
    verdict: 'failed network_error dns_server',
  },
  {
    what: 'a name server that refuses to answer',
    url: 'http://refusing.example/',
    verdict: 'failed network_error dns_server',
  },
  {
    what: 'a name server that answers nonsense',
    url: 'http://garbage.example/',
    verdict: 'failed network_error dns_server',
  },
  {
    what: 'a name server that says nothing',
    url: 'http://silent.example/',
    limits: { resolveMs: 100 },
    verdict: 'failed timeout dns',
  },

  {
    what: 'a name that changes its answer between the check and the connection is asked once',
    url: 'http://rebinding.example/',
    verdict: 'fetched',
    reached: [http],
  },
  {
    what: 'a name that leads inside at the second fetch',
    url: 'http://late.example/',
    times: 2,
    verdict: refused.privateAnswer,
    reached: [http],
  },
  {
    what: 'a name that leads inside after a redirect to itself',
    url: 'http://late.example/go',
    answers: { 'late.example/go': redirect(302, '/a.jpg') },
    verdict: refused.privateAnswer,
    reached: [http],
  },
  {
    what: 'a name that led inside, and no longer does',
    url: 'http://back.example/',
    times: 2,
    verdict: 'fetched',
    reached: [http],
  },
  {
    what: 'a name that gains one bad address for a moment',
    url: 'http://flapping.example/',
    times: 2,
    verdict: refused.privateAnswer,
    reached: [http],
  },
  {
    what: 'a connection that is kept stays with its checked address, wherever its name has moved',
    url: 'http://moving.example/a.jpg',
    times: 3,
    answers: {
      'moving.example/a.jpg': {
        say: ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na picture'],
        ending: 'keep',
      },
    },
    verdict: 'fetched',
    reached: [http],
  },
  {
    what: 'a connection that was closed is opened to a newly checked address',
    url: 'https://moving.example/a.jpg',
    times: 2,
    verdict: 'fetched',
    reached: [https, `${otherIpv4}:443`],
  },
  {
    what: 'a connection that was closed is not opened again to a bad address',
    url: 'https://moving.example/a.jpg',
    times: 3,
    answers: {
      'moving.example/a.jpg': { say: [`HTTP/1.1 200 OK\r\n${closing.join('\r\n')}\r\n\r\na picture`] },
    },
    verdict: refused.privateAnswer,
    reached: [https, `${otherIpv4}:443`],
  },
  {
    what: 'a kept connection is not used for another name at the same address',
    url: 'http://cdn.example/go',
    answers: {
      'cdn.example/go': {
        say: ['HTTP/1.1 302 Found\r\nLocation: http://hop.example/a.jpg\r\nContent-Length: 0\r\n\r\n'],
        ending: 'keep',
      },
    },
    verdict: 'fetched',
    reached: [http, http],
  },

  { what: 'TLS to its name', url: 'https://cdn.example/a.jpg', verdict: 'fetched', reached: [https] },
  {
    what: 'TLS to a name with a dot',
    url: 'https://cdn.example./a.jpg',
    verdict: 'fetched',
    reached: [https],
  },
  { what: 'TLS to a wildcard’s name', url: 'https://a.wild.example/', verdict: 'fetched', reached: [https] },
  ...[
    ['two labels below a wildcard', 'a.b.wild.example'],
    ['a certificate that has expired', 'expired.example'],
    ['a certificate that nobody vouches for', 'untrusted.example'],
    ['a certificate of another name', 'alias.example'],
    ['a certificate of a name, for an address', publicIpv4],
  ].map(([what = '', host = '']) => ({
    what: `TLS with ${what}`,
    url: `https://${host}/a.jpg`,
    verdict: 'failed network_error tls',
    reached: [https],
  })),
]
