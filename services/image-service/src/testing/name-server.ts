import { createSocket } from 'node:dgram'
import ipaddr from 'ipaddr.js'

/** What a name leads to: for each look-up the next list of addresses, of either kind, and the last one for ever. */
export type Zone = Record<string, string[][] | 'servfail' | 'silence' | 'servfail for aaaa'>

export interface NameServer {
  /** Names asked for, in order, each once for each of its two look-ups (A and AAAA). */
  queries: string[]
  close(): void
}

const types = { A: 1, AAAA: 28 }
const servfail = 2
const nxdomain = 3

/** A name server of the test's own: knows its zone, and says NXDOMAIN to everything else. */
export async function startNameServer(zone: Zone, port: number): Promise<NameServer> {
  const queries: string[] = []
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    queries.push(name)
    const times = asked.get(`${name} ${type}`) ?? 0
    asked.set(`${name} ${type}`, times + 1)
    const entry = zone[name]
    if (entry === 'silence') return
    const question = query.subarray(12, end)
    if (entry === undefined) socket.send(encode(query, question, nxdomain, []), from.port, from.address)
    else if (entry === 'servfail' || (entry === 'servfail for aaaa' && type === types.AAAA)) {
      socket.send(encode(query, question, servfail, []), from.port, from.address)
    } else {
      const all =
        entry === 'servfail for aaaa' ? ['93.184.216.34'] : (entry[Math.min(times, entry.length - 1)] ?? [])
      const addresses = all.filter((address) => (address.includes(':') ? types.AAAA : types.A) === type)
      socket.send(encode(query, question, 0, addresses), from.port, from.address)
    }
  })
  await new Promise<void>((resolve) => {
    socket.bind(port, '127.0.0.1', resolve)
  })
  return { queries, close: () => socket.close() }
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

function encode(query: Buffer, question: Buffer, code: number, addresses: string[]): Buffer {
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  const answers = addresses.map((address) => {
    const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(bytes.length === 4 ? types.A : types.AAAA, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([head, question, ...answers])
}
