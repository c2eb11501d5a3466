import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { GuardCase } from './guard-case.ts'
import { http, https, reply } from './guard-case.ts'

/** The limit for these cases is 256 KiB. */
const picture = Buffer.from('pretend that this is a picture. '.repeat(40))
const zeros = Buffer.alloc(4 * 1024 * 1024)
const chunked = 'Transfer-Encoding: chunked'
const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
const begun = 'HTTP/1.1 200 OK\r\n'

const tooLarge: Record<string, [detail: string, answer: ReturnType<typeof reply>]> = {
  'a length of ten gigabytes': [
    'declared',
    reply(['Content-Length: 10000000000'], 'abc', { ending: 'keep' }),
  ],
  'a length of one byte too many': ['declared', reply(['Content-Length: 262145'], 'abc', { ending: 'keep' })],
  'a length beyond all numbers': [
    'declared',
    reply(['Content-Length: 9999999999999999'], 'x', { ending: 'keep' }),
  ],
  'chunks without end': ['streamed', { say: [`${begun}${chunked}\r\n\r\n`, chunk], endless: true }],
  'a body without end or length': ['streamed', { say: [`${begun}\r\n`, 'x'.repeat(65_536)], endless: true }],
  'a gzip body without end': [
    'streamed',
    { say: [`${begun}Content-Encoding: gzip\r\n\r\n`, 'x'.repeat(65_536)], endless: true },
  ],
  'a gzip bomb': ['inflated', reply(['Content-Encoding: gzip'], gzipSync(zeros))],
  'a gzip bomb in many members': [
    'inflated',
    reply(
      ['Content-Encoding: gzip'],
      Buffer.concat(Array.from({ length: 300 }, () => gzipSync(zeros.subarray(0, 1024)))),
    ),
  ],
  'a deflate bomb': ['inflated', reply(['Content-Encoding: deflate'], deflateSync(zeros))],
  'a bare deflate bomb': ['inflated', reply(['Content-Encoding: deflate'], deflateRawSync(zeros))],
  'a Brotli bomb': ['inflated', reply(['Content-Encoding: br'], brotliCompressSync(zeros))],
}

const unreadable: Record<string, ReturnType<typeof reply>> = {
  'two encodings, one over the other': reply(['Content-Encoding: gzip, gzip'], gzipSync(gzipSync(picture))),
  'two encodings in two fields': reply(
    ['Content-Encoding: br', 'Content-Encoding: gzip'],
    gzipSync(brotliCompressSync(picture)),
  ),
  'twenty encodings': reply([`Content-Encoding: ${Array(20).fill('gzip').join(', ')}`], gzipSync(zeros)),
  'an encoding that nobody knows': reply(['Content-Encoding: zstd'], picture),
  'gzip that is none': reply(['Content-Encoding: gzip'], picture),
  'gzip that ends early': reply(['Content-Encoding: gzip'], gzipSync(picture).subarray(0, -12)),
  'Brotli that ends early': reply(['Content-Encoding: br'], brotliCompressSync(picture).subarray(0, -4)),
}

/** By the detail of the expected network error. */
const broken: Record<string, Record<string, ReturnType<typeof reply>>> = {
  protocol: {
    'an answer of HTTP/0.9': { say: ['a picture without a head'] },
    'another protocol': { say: ['SSH-2.0-OpenSSH_9.6\r\n'] },
    'HTTP of another version': { say: ['HTTP/3.0 200 OK\r\n\r\nx'] },
    'HTTP/2 out of the blue': { say: ['\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64'] },
    'a status that is no number': { say: ['HTTP/1.1 abc OK\r\n\r\n'] },
    'a field with a null byte': reply(['X: a\0b'], picture),
    'a length that is negative': reply(['Content-Length: -1'], 'abc'),
    'a chunk that is longer than it says': reply([chunked], '3\r\nabcdef\r\n0\r\n\r\n'),
    'a chunk of a negative length': reply([chunked], '-1\r\nabc\r\n0\r\n\r\n'),
    'a chunk beyond all numbers': reply([chunked], `${'f'.repeat(20)}\r\nabc\r\n`),
  },
  incomplete: {
    'a switch to another protocol': {
      say: ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'],
    },
    'a call to go on sending': { say: ['HTTP/1.1 100 Continue\r\n\r\n'] },
    'a head that is cut': { say: ['HTTP/1.1 200 OK\r\nContent-Len'] },
    'nothing at all': { say: [''] },
    'a length that is not reached': reply(['Content-Length: 100'], 'abc'),
    'two lengths': reply(['Content-Length: 3', 'Content-Length: 5'], 'abcde'),
    'a length and chunks': reply(['Content-Length: 3', chunked], '3\r\nabc\r\n0\r\n\r\n'),
    'a chunk that is cut': reply([chunked], '64\r\nabc'),
    'chunks without the last': reply([chunked], '3\r\nabc\r\n'),
  },
  reset: {
    'a reset at once': { say: [''], ending: 'reset' },
    'a reset in the head': { say: [begun], ending: 'reset' },
    'a reset in the body': reply(['Content-Length: 100'], 'abc', { ending: 'reset' }),
  },
  header_size: {
    'a head of 100 KB': reply(Array(2000).fill(`X-Filler: ${'a'.repeat(40)}`), picture),
    'a field of 100 KB': reply([`X-Filler: ${'a'.repeat(100_000)}`], picture),
  },
}

/** Each with a short limit that ends it; the other limits are too long to apply. */
const slow: Record<string, [verdict: string, GuardCase['limits'], GuardCase['answers']]> = {
  'a host that says nothing': [
    'failed timeout headers',
    { headersMs: 200 },
    { 'cdn.example/a.jpg': { say: [''], ending: 'keep' } },
  ],
  'a head that drips': [
    'failed timeout headers',
    { headersMs: 200 },
    { 'cdn.example/a.jpg': { say: [begun, 'X: y\r\n'], everyMs: 20, endless: true } },
  ],
  'a body that stops': [
    'failed timeout idle',
    { idleMs: 200 },
    { 'cdn.example/a.jpg': reply(['Content-Length: 100'], 'abc', { ending: 'keep' }) },
  ],
  'a body that drips': [
    'failed timeout total',
    { totalMs: 200 },
    { 'cdn.example/a.jpg': { say: [`${begun}\r\n`, 'x'], everyMs: 20, endless: true } },
  ],
  'early hints without end': [
    'failed timeout total',
    { totalMs: 200 },
    { 'cdn.example/a.jpg': { say: [early, early], everyMs: 20, endless: true } },
  ],
  'a flood of early hints': [
    'failed timeout total',
    { totalMs: 200 },
    { 'cdn.example/a.jpg': { say: [early, early.repeat(100)], endless: true } },
  ],
  'chunk extensions without end': [
    'failed timeout total',
    { totalMs: 200 },
    { 'cdn.example/a.jpg': { say: [`${begun}${chunked}\r\n\r\n1;`, 'x=y;'], everyMs: 5, endless: true } },
  ],
}

const readable: Record<string, ReturnType<typeof reply>> = {
  'a body of its length': reply([`Content-Length: ${picture.length}`], picture),
  'a body until the end of the connection': reply([], picture),
  'chunks of a picture': reply([chunked], `4\r\nabcd\r\n0\r\nTrailer: x\r\n\r\n`),
  'a surplus behind the length is dropped': reply(['Content-Length: 3'], 'abcdefHTTP/1.1 200 OK\r\n\r\n'),
  'exactly as many bytes as allowed': reply(['Content-Length: 262144'], zeros.subarray(0, 262_144)),
  'gzip of as many bytes as allowed': reply(['Content-Encoding: gzip'], gzipSync(zeros.subarray(0, 262_144))),
  'an early hint before the answer': { say: [early, ...reply(['Content-Length: 3'], 'abc').say] },
}

export const answerCases: GuardCase[] = [
  ...Object.entries(tooLarge).map(([what, [detail, answer]]) => ({
    what,
    url: 'http://cdn.example/a.jpg',
    answers: { 'cdn.example/a.jpg': answer },
    verdict: `rejected too_large ${detail}`,
    reached: [http],
  })),
  ...Object.entries(unreadable).map(([what, answer]) => ({
    what,
    url: 'https://cdn.example/a.jpg',
    answers: { 'cdn.example/a.jpg': answer },
    verdict: 'rejected not_an_image encoding',
    reached: [https],
  })),
  ...Object.entries(broken).flatMap(([detail, answers]) =>
    Object.entries(answers).map(([what, answer]) => ({
      what,
      url: 'http://cdn.example/a.jpg',
      answers: { 'cdn.example/a.jpg': answer },
      verdict: `failed network_error ${detail}`,
      reached: [http],
    })),
  ),
  ...Object.entries(slow).map(([what, [verdict, limits, answers]]) => ({
    what,
    url: 'http://cdn.example/a.jpg',
    answers,
    limits,
    verdict,
    reached: [http],
  })),
  ...Object.entries(readable).map(([what, answer]) => ({
    what,
    url: 'https://cdn.example/a.jpg',
    answers: { 'cdn.example/a.jpg': answer },
    verdict: 'fetched',
    reached: [https],
  })),
]
