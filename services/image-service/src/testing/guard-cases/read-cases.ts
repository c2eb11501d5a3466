import { isIPv6 } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { HostAnswer, Scenario } from '../namespace/in-namespace.ts'
import { nameOf } from './zone.ts'

const encoders = {
  gzip: gzipSync,
  deflate: deflateSync,
  'bare deflate': deflateRawSync,
  br: brotliCompressSync,
}

/** A text, bytes as latin1; or how it is made of others: in a row, repeated, encoded, or without its last characters. */
const Text: z.ZodType<string> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(Text).transform((parts) => parts.join('')),
    z
      .strictObject({ repeat: z.tuple([Text, z.number()]) })
      .transform(({ repeat: [text, times] }) => text.repeat(times)),
    z
      .strictObject({ encode: z.tuple([z.literal(['gzip', 'deflate', 'bare deflate', 'br']), Text]) })
      .transform(({ encode: [how, text] }) => encoders[how](Buffer.from(text, 'latin1')).toString('latin1')),
    z
      .strictObject({ cut: z.tuple([Text, z.number()]) })
      .transform(({ cut: [text, count] }) => text.slice(0, -count)),
  ]),
)

/** A redirect with this status and these `Location` fields, sent as UTF-8. */
const Redirect = z
  .strictObject({ redirect: z.string(), to: z.array(z.string()) })
  .transform(({ redirect, to }) => {
    const fields = to.map((location) => `Location: ${Buffer.from(location).toString('latin1')}\r\n`).join('')
    return {
      say: [`HTTP/1.1 ${redirect} Over There\r\n${fields}Content-Length: 0\r\nConnection: close\r\n\r\n`],
    }
  })
  .pipe(HostAnswer)

const Answer = z.union([Redirect, z.strictObject({ ...HostAnswer.shape, say: z.array(Text) })])

/** One row of the guard's table: the request, the expected outcome, and the connections that were made. */
const GuardCase = z
  .strictObject({
    ...Scenario.shape,
    /** Completes "the guard: …". */
    what: z.string(),
    /** What the host answers to `url`; `answers` is for cases with more of them. */
    answer: Answer.optional(),
    answers: z.record(z.string(), Answer).default({}),
    /** `fetched`, or outcome, reason and detail. */
    verdict: z.string(),
    /** Each expected connection, in order, as `address:port`. */
    reached: z.array(z.string()).default([]),
  })
  .transform(({ answer, ...row }) => {
    if (answer === undefined) return row
    const { hostname, pathname } = new URL(row.url)
    return { ...row, answers: { [`${hostname}${pathname}`]: answer } }
  })

export type GuardCase = z.output<typeof GuardCase>

const Group = z.strictObject({
  /** What the cases show together. */
  about: z.string().optional(),
  /** What the cases have in common. */
  same: z.record(z.string(), z.unknown()).default({}),
  /** By kind, the values for each of which there are these cases, with placeholders filled as `wordsOf` says. */
  each: z.record(z.string(), z.array(Text)).optional(),
  cases: z.array(z.record(z.string(), z.unknown())),
})

/** The cases of a JSON file in this folder. */
export function readCases(groups: unknown): GuardCase[] {
  return z
    .array(Group)
    .parse(groups)
    .flatMap(({ same, each, cases }) =>
      wordsOf(each).flatMap((words) =>
        cases.map((written) => GuardCase.parse(filled({ ...same, ...written }, words))),
      ),
    )
}

/** What `{kind}`, `{value}` and so on stand for, for each value of a group. */
function wordsOf(each: Record<string, string[]> | undefined): Record<string, string>[] {
  if (each === undefined) return [{}]
  return Object.entries(each).flatMap(([kind, values]) =>
    values.map((value) => ({
      kind,
      value,
      shown: shown(value),
      // Of an address: as the host of a URL, and a name that leads to it.
      host: isIPv6(value) ? `[${value}]` : value,
      name: nameOf(value),
    })),
  )
}

function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text)
}

function filled(written: object, words: Record<string, string>): unknown {
  return JSON.parse(JSON.stringify(written), (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole)
      : value,
  )
}
