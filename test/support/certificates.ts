import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  cert: string
  key: string
}

/** A CA of its own, by openssl, in a temporary folder. */
export async function createAuthority() {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-ca-'))
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=test', '-days', '2')
  return {
    /** Path of the CA's certificate. */
    path: join(folder, 'ca.crt'),
    /** For one DNS name or address; with negative days it has expired. Returns the PEM texts. */
    async issue(name: string, days = 2): Promise<Certificate> {
      await writeFile(join(folder, 'names'), `subjectAltName=${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}\n`)
      openssl('req', ...key, '-keyout', 'key', '-out', 'request', '-subj', '/CN=server')
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
      openssl('x509', '-req', '-in', 'request', ...signed, '-days', String(days), '-out', 'cert')
      return {
        cert: await readFile(join(folder, 'cert'), 'utf8'),
        key: await readFile(join(folder, 'key'), 'utf8'),
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
