import { generateKeyPairSync, sign } from 'node:crypto'

/** A new key and a self-signed certificate for these names, so that the repository contains no key. */
export function makeCertificate(
  names: string[],
  { fromDay, toDay }: { fromDay: number; toDay: number } = { fromDay: -1, toDay: 10 },
): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(Buffer.from('06082a8648ce3d040302', 'hex')) // ecdsa-with-SHA256
  const commonName = sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('test host')))
  const name = sequence(tagged(0x31, commonName))
  const validity = sequence(utcTime(fromDay), utcTime(toDay))
  const dnsNames = sequence(...names.map((dnsName) => tagged(0x82, Buffer.from(dnsName))))
  const alternatives = sequence(Buffer.from('0603551d11', 'hex'), tagged(0x04, dnsNames))
  const body = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')), // version 3
    Buffer.from('020101', 'hex'), // serial number 1
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(alternatives)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const der = sequence(body, algorithm, tagged(0x03, signature))
  // Lines of 64 characters, none of them empty.
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem,
  }
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function utcTime(daysFromNow: number): Buffer {
  const iso = new Date(Date.now() + daysFromNow * 24 * 60 * 60 * 1000).toISOString()
  return tagged(0x17, Buffer.from(`${iso.replace(/\D/g, '').slice(2, 14)}Z`))
}
