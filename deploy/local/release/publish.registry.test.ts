import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { listen } from '../../../test/support/listen.ts'
import { runQuietly } from '../commands.ts'
import { endChild, startWatchdog } from '../processes.ts'
import { publishRelease } from './publish.ts'

/*
 * A release with small made-up images, published to a registry of images and to a server that speaks npm's protocol, on
 * this machine.
 */

const version = '1.2.3'
const environment = { ...process.env }
const undo = new AsyncDisposableStack()

let home: string
/** The files of the release. */
let made: string
let host: string
/** What npm's registry has of the package; it takes nothing while it is down. */
const npm: { stored: object | null; isDown: boolean } = { stored: null, isDown: false }

beforeAll(async () => {
  const output = jest.spyOn(console, 'log').mockReturnValue()
  undo.defer(() => output.mockRestore())
  home = await mkdtemp(join(tmpdir(), 'catalog-publish-'))
  undo.defer(() => rm(home, { recursive: true, force: true }))
  made = join(home, 'made')
  host = await startRegistry()
  const packages = await listen(
    createServer((request, response) => {
      void (async () => {
        if (request.method === 'PUT') {
          const sent = Object(await json(request))
          if (!npm.isDown) npm.stored = sent
          response.writeHead(npm.isDown ? 403 : 201).end('{}')
        } else response.writeHead(npm.stored ? 200 : 404).end(JSON.stringify(npm.stored ?? {}))
      })()
    }),
  )
  undo.use(packages)
  const userconfig = join(home, 'npmrc')
  await writeFile(
    userconfig,
    `registry=http://${packages.host}/\n//${packages.host}/:_authToken=token\nfetch-retries=0\n`,
  )
  Object.assign(process.env, { npm_config_userconfig: userconfig, npm_config_cache: join(home, 'npm') })
  await makeRelease()
}, 120_000)
afterAll(async () => {
  for (const name of ['npm_config_userconfig', 'npm_config_cache']) {
    if (environment[name] === undefined) delete process.env[name]
    else process.env[name] = environment[name]
  }
  await undo.disposeAsync()
})

/** Each test has a prefix of its own in the registry. */
let registry: string
let prefixes = 0
beforeEach(() => {
  prefixes += 1
  registry = `${host}/catalog-${prefixes}`
  Object.assign(npm, { stored: null, isDown: false })
})

const publish = (folder = made) => publishRelease({ folder, version, registry })

test('the images of both platforms, the chart and the command line are published, and again nothing', async () => {
  const published = await publish()
  const digests = await readFile(join(made, 'image-digests.txt'), 'utf8')
  expect(published).toEqual([
    `${registry}/gateway@${digests.slice(0, 71)}`,
    expect.stringMatching(`^${registry}/charts/catalog@sha256:[0-9a-f]{64}$`),
  ])
  const ofArm64 = ['copy', '--src-tls-verify=false', '--override-arch', 'arm64']
  const places = [`docker://${published[0]}`, `dir:${join(home, 'copied')}`]
  const copied = await runQuietly('skopeo', ofArm64.concat(places))
  expect(copied).toContain('Storing signatures')
  const pulled = ['pull', `oci://${registry}/charts/catalog`, '--version', version, '--plain-http']
  await runQuietly(process.env.TEST_HELM_4 ?? '', [...pulled, '--destination', home])
  const archive = `catalog-${version}.tgz`
  expect(await readFile(join(home, archive))).toEqual(await readFile(join(made, archive)))
  expect(npm.stored).toMatchObject({ name: 'catalogctl', versions: { [version]: { license: 'MIT' } } })

  const { stored } = npm
  expect(await publish()).toEqual(published)
  expect(npm.stored).toBe(stored)
}, 120_000)

test('a publication that was aborted is completed by another', async () => {
  npm.isDown = true
  await expect(publish()).rejects.toThrow('403')
  npm.isDown = false
  expect(await publish()).toHaveLength(2)
  expect(npm.stored).toMatchObject({ name: 'catalogctl' })
}, 120_000)

test('a version with other content of an image, the chart or the command line is refused', async () => {
  await publish()
  for (const change of [
    (folder: string) => makeImage(folder, ['amd64', 'arm64'], 'another'),
    (folder: string) => makeChart(folder, 'another'),
    (folder: string) => appendFile(join(folder, `catalogctl-${version}.tgz`), 'another'),
  ])
    await expect(publish(await changed(change))).rejects.toThrow('is published already, with other content')
}, 120_000)

test('where an image lacks a platform, nothing is published', async () => {
  const folder = await changed((release) => makeImage(release, ['amd64'], 'one'))
  await expect(publish(folder)).rejects.toThrow('has no image for arm64')
  const answer = await fetch(`http://${host}/v2/catalog-${prefixes}/gateway/tags/list`)
  expect([answer.status, npm.stored]).toEqual([404, null])
})

/** A copy of the release, after a change. */
async function changed(change: (folder: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(home, 'changed-'))
  await cp(made, folder, { recursive: true })
  await change(folder)
  return folder
}

/** Debian's docker-registry; returns `127.0.0.1:port`. */
async function startRegistry(): Promise<string> {
  const config = join(home, 'registry.json')
  const storage = { filesystem: { rootdirectory: join(home, 'registry') } }
  await writeFile(config, JSON.stringify({ version: '0.1', storage, http: { addr: '127.0.0.1:0' } }))
  const watchdog = undo.use(startWatchdog())
  const child = spawn('docker-registry', ['serve', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  watchdog.addUntilEnded(child, 'SIGTERM')
  undo.defer(() => endChild(child, 'SIGTERM'))
  await once(child, 'spawn')
  for await (const line of createInterface(child.stderr)) {
    const [, address] = /listening on (127\.0\.0\.1:\d+)/.exec(line) ?? []
    if (address === undefined) continue
    // What nobody reads would fill the pipe.
    child.stderr.resume()
    return address
  }
  throw new Error('docker-registry ended before it listened')
}

async function makeRelease(): Promise<void> {
  await mkdir(made)
  await makeImage(made, ['amd64', 'arm64'], 'first')
  await makeChart(made, 'first')
  const source = join(home, 'package')
  await mkdir(source)
  const manifest = { name: 'catalogctl', version, license: 'MIT' }
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest))
  await runQuietly('npm', ['pack', source, '--silent', '--pack-destination', made])
}

async function makeChart(folder: string, description: string): Promise<void> {
  const source = await mkdtemp(join(home, 'chart-'))
  const text = JSON.stringify({ apiVersion: 'v2', name: 'catalog', version, description })
  await writeFile(join(source, 'Chart.yaml'), text)
  await runQuietly(process.env.TEST_HELM_4 ?? '', ['package', source, '--destination', folder])
}

/** An OCI archive with an image of one layer for each architecture, and the line of its digest. */
async function makeImage(folder: string, architectures: string[], comment: string): Promise<void> {
  const layout = await mkdtemp(join(home, 'layout-'))
  const blobs = join(layout, 'blobs', 'sha256')
  await mkdir(blobs, { recursive: true })
  const store = async (mediaType: string, content: Buffer | object) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
    const hash = sha256(bytes)
    await writeFile(join(blobs, hash), bytes)
    return {
      mediaType: `application/vnd.oci.image.${mediaType}`,
      digest: `sha256:${hash}`,
      size: bytes.length,
    }
  }
  // The end of an archive without files.
  const files = Buffer.alloc(1024)
  const layers = [await store('layer.v1.tar+gzip', gzipSync(files))]
  const rootfs = { type: 'layers', diff_ids: [`sha256:${sha256(files)}`] }
  const manifests: object[] = []
  for (const architecture of architectures) {
    const platform = { architecture, os: 'linux' }
    const config = await store('config.v1+json', { ...platform, rootfs, config: { Labels: { comment } } })
    const manifest = { schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json' }
    manifests.push({ ...(await store('manifest.v1+json', { ...manifest, config, layers })), platform })
  }
  const index = { schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json' }
  const image = await store('index.v1+json', { ...index, manifests })
  await writeFile(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
  await writeFile(join(layout, 'index.json'), JSON.stringify({ ...index, manifests: [image] }))
  await runQuietly('tar', ['-C', layout, '-cf', join(folder, `gateway-${version}.oci.tar`), '.'])
  await writeFile(join(folder, 'image-digests.txt'), `${image.digest}  catalog/gateway:${version}\n`)
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
