import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/**
 * How a name resolves: a list of addresses for each look-up in turn, of either kind, with the last one repeated;
 * another name; or a broken name server, for one kind of address or both. A name that begins with `*.` matches every
 * name below it that spells an IPv4 address in its first four labels, and resolves to that.
 */
export const Zone = z.record(
  z.string(),
  z.union([
    z.array(z.array(z.string())),
    z.object({ alias: z.string() }),
    z.object({ a: z.array(z.string()), aaaa: z.enum(['servfail', 'nxdomain', 'silence']) }),
    z.enum(['servfail', 'refused', 'silence', 'garbage', 'spelled']),
  ]),
)
export type Zone = z.infer<typeof Zone>

export interface NameServer {
  /** Names queried, in order; each appears for each of its two look-ups (A and AAAA). */
  queries: string[]
  /** Starts again with each name's first list, and without queries. */
  forget(): void
  close(): void
}

interface Answer {
  code: number
  /** Names that the queried one is an alias of, in order. */
  aliases?: string[]
  addresses?: string[]
}

const types = { A: 1, CNAME: 5, AAAA: 28 }
const codes = { ok: 0, servfail: 2, nxdomain: 3, refused: 5 }

/** A name server for tests, on all addresses: answers from its zone, and NXDOMAIN for everything else. */
export async function startNameServer(zone: Zone, port: number): Promise<NameServer> {
  const queries: string[] = []
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    queries.push(name)
    const times = asked.get(`${name} ${type}`) ?? 0
    asked.set(`${name} ${type}`, times + 1)
    const answer = find(zone, { name, type, times })
    if (answer === 'silence') return
    const bytes = answer === 'garbage' ? garbled(query, end) : encode(query, { type, end, answer })
    socket.send(bytes, from.port, from.address)
  })
  await new Promise<void>((resolve) => {
    socket.bind(port, resolve)
  })
  return {
    queries,
    forget() {
      queries.length = 0
      asked.clear()
    },
    close: () => socket.close(),
  }
}

interface Asked {
  name: string
  type: number
  times: number
}

function find(zone: Zone, { name, type, times }: Asked): Answer | 'silence' | 'garbage' {
  const entry = zone[name] ?? zone[`*.${name.split('.').slice(4).join('.')}`]
  if (entry === undefined) return { code: codes.nxdomain }
  if (entry === 'silence' || entry === 'garbage') return entry
  if (entry === 'servfail' || entry === 'refused') return { code: codes[entry] }
  if (entry === 'spelled') {
    const spelled = name.split('.').slice(0, 4).join('.')
    return { code: codes.ok, addresses: type === types.A && isIPv4(spelled) ? [spelled] : [] }
  }
  if (Array.isArray(entry)) {
    const all = entry[Math.min(times, entry.length - 1)] ?? []
    const addresses = all.filter((address) => (isIPv4(address) ? types.A : types.AAAA) === type)
    return { code: codes.ok, addresses }
  }
  if ('alias' in entry) {
    const target = find(zone, { name: entry.alias, type, times })
    if (typeof target === 'string') return target
    return { ...target, aliases: [entry.alias, ...(target.aliases ?? [])] }
  }
  if (type === types.A) return { code: codes.ok, addresses: entry.a }
  return entry.aaaa === 'silence' ? 'silence' : { code: codes[entry.aaaa] }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (query.readUInt8(at) !== 0) {
    const length = query.readUInt8(at)
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function encode(query: Buffer, { type, end, answer }: { type: number; end: number; answer: Answer }): Buffer {
  const { code, aliases = [], addresses = [] } = answer
  const asked: Buffer = query.subarray(12, end - 4)
  const names = [asked, ...aliases.map(encodeName)]
  const chain = aliases.map((alias, index) => record(names[index] ?? asked, types.CNAME, encodeName(alias)))
  const found = addresses.map((address) =>
    record(names.at(-1) ?? asked, type, Buffer.from(ipaddr.parse(address).toByteArray())),
  )
  const head = header(query, code, chain.length + found.length)
  return Buffer.concat([head, query.subarray(12, end), ...chain, ...found])
}

/** An answer that breaks off in the middle. */
function garbled(query: Buffer, end: number): Buffer {
  return Buffer.concat([header(query, codes.ok, 1), query.subarray(12, end), Buffer.from([0xc0, 0x0c, 0])])
}

function header(query: Buffer, code: number, answers: number): Buffer {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers, 6)
  return head
}

/** With a time to live of 0: it must not be cached. */
function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(10)
  fields.writeUInt16BE(type, 0)
  fields.writeUInt16BE(1, 2)
  fields.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, fields, data])
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`))
  return Buffer.concat([...labels, Buffer.from([0])])
}
