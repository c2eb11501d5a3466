import type { GuardCase } from './guard-case.ts'
import { http, http6, https, redirect, refused } from './guard-case.ts'

const inside = 'http://169.254.169.254/computeMetadata/v1/'

/** `/0` redirects to `/1`, and so on, until `/<hops>`, which is a picture. */
function chain(hops: number) {
  return Object.fromEntries(
    Array.from({ length: hops }, (_, hop) => [`cdn.example/${hop}`, redirect(302, `/${hop + 1}`)]),
  )
}

export const redirectCases: GuardCase[] = [
  ...[301, 302, 303, 307, 308].flatMap((status) => [
    {
      what: `${status} to an address inside`,
      url: 'http://cdn.example/go',
      answers: { 'cdn.example/go': redirect(status, inside) },
      verdict: refused.redirect,
      reached: [http],
    },
    {
      what: `${status} to a public host`,
      url: 'http://cdn.example/go',
      answers: { 'cdn.example/go': redirect(status, 'https://hop.example/a.jpg') },
      verdict: 'fetched',
      reached: [http, https],
    },
  ]),
  ...[300, 304, 305, 306].map((status) => ({
    what: `${status}, which is no redirect to follow`,
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(status, inside) },
    verdict: 'failed http_error status',
    reached: [http],
  })),
  ...[200, 201].map((status) => ({
    what: `${status} with a Location, which is no redirect`,
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(status, inside) },
    verdict: status === 200 ? 'fetched' : 'failed http_error status',
    reached: [http],
  })),
  {
    what: 'a Refresh, which is no redirect',
    url: 'http://cdn.example/go',
    answers: {
      'cdn.example/go': {
        say: [`HTTP/1.1 200 OK\r\nRefresh: 0; url=${inside}\r\nContent-Length: 1\r\n\r\nx`],
      },
    },
    verdict: 'fetched',
    reached: [http],
  },
  {
    what: 'http to https and back',
    url: 'http://cdn.example/go',
    answers: {
      'cdn.example/go': redirect(301, 'https://hop.example/on'),
      'hop.example/on': redirect(301, 'http://six.example/a.jpg'),
    },
    verdict: 'fetched',
    reached: [http, https, http6],
  },
  {
    what: 'https to an address inside by http',
    url: 'https://cdn.example/go',
    answers: { 'cdn.example/go': redirect(302, inside) },
    verdict: refused.redirect,
    reached: [https],
  },
  {
    what: 'an address inside behind five hops',
    url: 'http://cdn.example/0',
    answers: { ...chain(4), 'cdn.example/4': redirect(302, inside) },
    verdict: refused.redirect,
    reached: [http, http, http, http, http],
  },
  {
    what: 'five redirects',
    url: 'http://cdn.example/0',
    answers: chain(5),
    verdict: 'fetched',
    reached: [http, http, http, http, http, http],
  },
  {
    what: 'six redirects',
    url: 'http://cdn.example/0',
    answers: chain(6),
    verdict: 'rejected too_many_redirects count',
    reached: [http, http, http, http, http, http],
  },
  ...['/go', '', 'go', './go', 'http://cdn.example/go', 'http://CDN.example:80/go'].map((location) => ({
    what: `a redirect to itself: ${JSON.stringify(location)}`,
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(302, location) },
    verdict: 'rejected too_many_redirects loop',
    reached: [http],
  })),
  {
    what: 'a redirect to ever another fragment of itself',
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(302, '#x') },
    verdict: 'rejected too_many_redirects loop',
    reached: [http, http],
  },
  {
    what: 'a circle of two hosts',
    url: 'http://cdn.example/go',
    answers: {
      'cdn.example/go': redirect(302, 'http://hop.example/go'),
      'hop.example/go': redirect(302, 'http://cdn.example/go'),
    },
    verdict: 'rejected too_many_redirects loop',
    reached: [http, http],
  },
  {
    what: 'a path that is not escaped',
    url: 'http://cdn.example/go',
    answers: {
      'cdn.example/go': redirect(302, '/фото.jpg'),
      'cdn.example/%D1%84%D0%BE%D1%82%D0%BE.jpg': redirect(302, inside),
    },
    verdict: refused.redirect,
    reached: [http, http],
  },
  {
    what: 'a host in other letters',
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(302, 'http://１２７.⓪.⓪.①/') },
    verdict: refused.redirect,
    reached: [http],
  },
  {
    what: 'two Locations, the first inside',
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(302, inside, 'http://hop.example/a.jpg') },
    verdict: refused.redirect,
    reached: [http],
  },
  {
    what: 'two Locations, the first public: only that one is followed',
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(302, 'http://hop.example/a.jpg', inside) },
    verdict: 'fetched',
    reached: [http, http],
  },
  {
    what: 'no Location',
    url: 'http://cdn.example/go',
    answers: { 'cdn.example/go': redirect(302) },
    verdict: 'failed http_error status',
    reached: [http],
  },
  {
    what: 'a redirect with an endless body is not read',
    url: 'http://cdn.example/go',
    answers: {
      'cdn.example/go': {
        say: [`HTTP/1.1 302 Found\r\nLocation: ${inside}\r\n\r\n`, 'x'.repeat(65_536)],
        endless: true,
      },
    },
    verdict: refused.redirect,
    reached: [http],
  },
]
