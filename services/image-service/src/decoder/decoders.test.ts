import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { ImageError } from '../image-error.ts'
import { crash, decodersOf, freeze, gone, thaw } from '../testing/decoder-processes.ts'
import { flat } from '../testing/flat-picture.ts'
import { verdictOf } from '../testing/verdict-of.ts'
import type { Wait } from '../render/renditions.ts'
import { startDecoders } from './decoders.ts'
import type { Decoders, DecodersOptions } from './decoders.ts'

const { signal } = new AbortController()
const onLinux = process.platform === 'linux' ? test : test.skip

/** Decoders for all tests of a block: after a test that ended one, the next test starts another. */
function startForBlock(options: Partial<DecodersOptions>): { decoders: Decoders; log: Collector } {
  const log = collector()
  let started: Decoders | undefined
  beforeAll(async () => {
    started = await start({ log, ...options })
  })
  afterAll(async () => {
    await started?.[Symbol.asyncDispose]()
  })
  beforeEach(() => void log.lines.splice(0))
  const decoders: Decoders = {
    render: (bytes, until) => started?.render(bytes, until) ?? Promise.reject(new Error('not started')),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  return { decoders, log }
}

describe('decoders', () => {
  beforeAll(() => {
    process.env.CATALOG_TEST_SECRET = 'secret'
  })
  afterAll(() => {
    delete process.env.CATALOG_TEST_SECRET
  })
  const { decoders, log } = startForBlock({ count: 2 })

  test('render the pictures that are sent to them, one per decoder at a time', async () => {
    const pictures = await Promise.all([300, 400, 500, 600, 700].map((width) => picture(width)))
    const rendered = await Promise.all(pictures.map((bytes) => decoders.render(bytes, signal)))
    expect(rendered.map(([original]) => original?.width)).toEqual([300, 400, 500, 600, 700])
    expect(await sharp(rendered[0]?.[0]?.bytes).metadata()).toMatchObject({ format: 'webp', height: 200 })
    expect(decodersOf()).toHaveLength(2)
  })

  test('refuse a picture with a reason, and go on', async () => {
    await decoders.render(await picture(300), signal)
    const pids = decodersOf()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await verdictOf(decoders.render(svg, signal))).toBe('rejected not_an_image svg')
    const nothing = Buffer.alloc(0)
    expect(await verdictOf(decoders.render(nothing, signal))).toBe('rejected not_an_image empty')
    const incomplete = (await picture(300)).subarray(0, 600)
    expect(await verdictOf(decoders.render(incomplete, signal))).toBe('rejected not_an_image truncated')
    expect(await decoders.render(await picture(300), signal)).toHaveLength(2)
    expect(decodersOf()).toEqual(pids)
  })

  onLinux('know nothing of the service, and are bounded by the system', async () => {
    await decoders.render(await picture(300), signal)
    const [pid] = decodersOf()
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').filter(Boolean)
    const names = environment.map((line) => line.split('=')[0])
    // The shell that sets the limits adds its own variables.
    const own = names.filter((name = '') => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))
    expect(new Set(own)).toEqual(new Set(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'VIPS_BLOCK_UNTRUSTED']))
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
    expect(limits).toMatch(/^Max data size +\d+ +\d+ +bytes/m)
    expect(limits).toMatch(/^Max core file size +0 +0 +bytes/m)
    expect(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
  })

  onLinux('read nothing but what they are made of', async () => {
    await decoders.render(await picture(300), signal)
    const [pid] = decodersOf()
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    const permissions = command.filter(
      (word) => word.startsWith('--permission') || word.startsWith('--allow'),
    )
    const root = fileURLToPath(new URL('../../../../', import.meta.url))
    const mayRead = async (...paths: string[]) => {
      const asked = `JSON.stringify(${JSON.stringify(paths)}.filter((path) => process.permission.has('fs.read', path)))`
      const { stdout } = await promisify(execFile)(process.execPath, [...permissions, '-p', asked])
      return JSON.parse(stdout)
    }
    const own = join(root, 'services/image-service/src/decoder/decoder.ts')
    expect(
      await mayRead(
        own,
        root,
        join(root, '.catalog/local.json'),
        join(root, '.git/config'),
        '/etc/passwd',
        '/proc',
      ),
    ).toEqual([own])
  })

  test.each(['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)(
    'that end by %s over a picture cost its attempt, and the others are done',
    async (how) => {
      // Two decoders, each with a picture; one crashes.
      const pictures = await Promise.all([300, 301, 302, 303].map(picture))
      await Promise.all(pictures.slice(0, 2).map((bytes) => decoders.render(bytes, signal)))
      const [first = 0, second = 0] = decodersOf()
      freeze([first, second])
      const results = pictures.map((bytes) => verdictOf(decoders.render(bytes, signal)))
      // By then both decoders have a picture.
      await new Promise(setImmediate)
      crash([first], how)
      await gone([first])
      thaw(second)
      const failed = (await Promise.all(results)).filter((result) => typeof result === 'string')
      expect(failed).toEqual(['failed attempts_exhausted decoder_ended'])
      expect(log.lines).toMatchObject([
        ['a decoder ended over a picture', { how: `the decoder ended by ${how}` }],
      ])
    },
  )

  test('that died while they were idle cost no attempt', async () => {
    await decoders.render(await picture(300), signal)
    const idle = decodersOf()
    crash(idle)
    await gone(idle)
    // Waits until this process has noticed it, and until the last bytes of their output were read.
    await waitFor('their end', () => !process.getActiveResourcesInfo().includes('ProcessWrap'))
    for (let pass = 0; pass < 10; pass += 1) await new Promise(setImmediate)
    expect(await decoders.render(await picture(300), signal)).toHaveLength(2)
  })

  test('that one picture crashes again and again hold up no other', async () => {
    const [small, deadly] = await Promise.all([picture(200), picture(300)])
    const crashes = 3
    const crashing = async () => {
      for (let round = 0; round < crashes; round += 1) {
        // The last picture may have been the only one.
        await decoders.render(small, signal)
        const [victim = 0] = decodersOf()
        freeze([victim])
        const rendering = decoders.render(deadly, signal).catch(onlyIfItsDecoderEnded)
        crash([victim])
        await rendering
      }
    }
    const pictures = 24
    const others = async () => {
      let done = 0
      for (let round = 0; round < pictures; round += 1) {
        const rendered = await decoders.render(small, signal).catch(onlyIfItsDecoderEnded)
        if (rendered !== null) done += 1
      }
      return done
    }
    const [done] = await Promise.all([others(), crashing()])
    expect(done).toBeGreaterThanOrEqual(pictures - crashes)
    expect(decodersOf().length).toBeLessThanOrEqual(2)
  })
})

describe('a decoder with a short timeout', () => {
  const { decoders } = startForBlock({ timeoutMs: 1_000 })
  /** On a busy machine a picture may time out with any decoder. */
  const renderInTime = async () => {
    const bytes = await picture(300)
    return await waitFor('a decoder', () => decoders.render(bytes, signal).catch(nullIfLate))
  }

  test('that hangs on a picture times out, and the next picture gets another decoder', async () => {
    await renderInTime()
    const [hanging = 0] = decodersOf()
    freeze([hanging])
    const bytes = await picture(4_000)
    expect(await verdictOf(decoders.render(bytes, signal))).toBe('failed timeout decode')
    await gone([hanging])
    expect(await renderInTime()).toHaveLength(2)
  })

  test('ends when its picture is aborted', async () => {
    await renderInTime()
    const pids = decodersOf()
    freeze(pids)
    const controller = new AbortController()
    const reason = new Error('the attempt is over')
    const rendering = decoders.render(await picture(300), controller.signal)
    controller.abort(reason)
    await expect(rendering).rejects.toBe(reason)
    await gone(pids)
    await expect(decoders.render(await picture(300), AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

describe('a decoder of little memory', () => {
  const { decoders } = startForBlock({ heavyMiB: 100 })

  onLinux.each([
    ['avif', () => flat(3500, 3500).avif({ effort: 0 })],
    ['interlaced png', () => flat(8000, 5000).png({ progressive: true, compressionLevel: 1 })],
    ['gif', () => flat(5000, 5000).gif({ effort: 1 })],
    ['progressive jpeg', () => flat(8000, 6000).jpeg({ progressive: true })],
  ])('that runs out of it costs its picture this attempt: %s', async (_, paint) => {
    const bytes = await paint().toBuffer()
    expect(await verdictOf(decoders.render(bytes, signal))).toBe('failed attempts_exhausted decoder_memory')
    expect(await decoders.render(await picture(300), signal)).toHaveLength(2)
  })
})

test('heavy pictures get a process of their own, which ends when there are no more; none is left behind', async () => {
  const decoders = await start({ heavyIdleMs: 50 })
  const heavy = await flat(2000, 2000).avif({ effort: 0 }).toBuffer()
  const both = await Promise.all([decoders.render(heavy, signal), decoders.render(heavy, signal)])
  expect(both.map(([original]) => original?.width)).toEqual([2000, 2000])
  await gone(decodersOf(process.pid, 'heavy'))
  const light = decodersOf(process.pid, 'light')
  expect(light).toHaveLength(1)
  await decoders[Symbol.asyncDispose]()
  await gone(light)
})

test('a heavy picture waits for its decoder where the caller lets it, a light one does not', async () => {
  await using decoders = await start({})
  let waits = 0
  const wait: Wait = async (work) => {
    waits += 1
    return await work(signal)
  }
  await decoders.render(await picture(300), signal, wait)
  expect(waits).toBe(0)
  const heavy = await flat(2000, 2000).avif({ effort: 0 }).toBuffer()
  const first = decoders.render(heavy, signal, wait)
  const reason = new Error('others come first')
  const second = decoders.render(heavy, signal, (work) => work(AbortSignal.abort(reason)))
  await expect(second).rejects.toBe(reason)
  expect(await first).toHaveLength(4)
  expect(waits).toBe(1)
})

onLinux('where decoders cannot be started, that is an error at once', async () => {
  // A negative limit: the shell refuses it.
  await expect(start({ lightMiB: -1_000 })).rejects.toThrow('the decoder ended')
  expect(decodersOf()).toEqual([])
})

test('the first decoder may take longer to start than one for which a picture waits', async () => {
  await using decoders = await start({ startMs: 1 })
  expect(await decoders.render(await picture(300), signal)).toHaveLength(2)
})

const startDecoderUrl = new URL('start-decoder.ts', import.meta.url).href

test('a decoder ends with the process that started it, even if that is killed', async () => {
  const program = `
    import { startDecoder } from '${startDecoderUrl}'
    const { pid } = await startDecoder({ allowed: 'light', memoryMiB: 350 })
    console.log(pid)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [pid] = await once(parent.stdout, 'data')
    parent.kill('SIGKILL')
    await gone([Number(pid)])
  } finally {
    parent.kill('SIGKILL')
  }
})

onLinux(
  'where there are no file descriptors left, a decoder does not start, which is a DecoderEnded',
  async () => {
    const program = `
      import { openSync } from 'node:fs'
      import { startDecoder } from '${startDecoderUrl}'
      try {
        for (;;) openSync('/dev/null')
      } catch (error) {
        if (error.code !== 'EMFILE') throw error
      }
      await startDecoder({ allowed: 'light', memoryMiB: 350 }).catch(({ name }) => console.log(name))`
    const limited = 'ulimit -n 60 && exec "$0" --input-type=module --eval "$1"'
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', limited, process.execPath, program])
    expect(stdout).toBe('DecoderEnded\n')
  },
)

interface Collector {
  lines: unknown[]
  warn(...line: unknown[]): void
}

function collector(): Collector {
  const lines: unknown[] = []
  return { lines, warn: (...line) => void lines.push(line) }
}

function start(options: Partial<DecodersOptions> = {}): Promise<Decoders> {
  return startDecoders({ log: collector(), count: 1, timeoutMs: 300_000, startMs: 300_000, ...options })
}

function nullIfLate(error: unknown): null {
  if (error instanceof ImageError && error.reason === 'timeout') return null
  throw error
}

function onlyIfItsDecoderEnded(error: unknown): null {
  expect(error).toMatchObject({ reason: 'attempts_exhausted' })
  return null
}

function picture(width: number): Promise<Buffer> {
  return flat(width, 200).jpeg().toBuffer()
}
