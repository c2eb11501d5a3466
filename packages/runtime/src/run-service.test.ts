import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe('a running service', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops at %s: cleans up, says so and exits with 0',
    async (signal) => {
      const service = run(`lengthenStop(anHourMs)
      await using thing = { [Symbol.asyncDispose]: async () => say('disposed') }
      say('ready'); await stopped(signal); say('aborted')`)
      await service.line('ready')
      service.child.kill(signal)
      expect(await service.exit()).toBe(0)
      expect(service.lines).toEqual(['ready', 'info stopping', 'aborted', 'disposed', 'info stopped'])
    },
  )

  test('exits forcibly if stopping takes too long, by a limit that it can extend', async () => {
    const service = run(`lengthenStop(-24_990); say('ready')
      await stopped(signal); await new Promise(() => {})`)
    await service.line('ready')
    service.child.kill('SIGTERM')
    expect(await service.exit()).toBe(1)
    expect(service.lines).toEqual(['ready', 'info stopping', 'error did not stop in time'])
  })

  test('retries without end while a server cannot be reached at the start, and can be stopped meanwhile', async () => {
    const service = run(`let attempts = 0
      const refuse = async () => { if ((attempts += 1) < 5) throw new TypeError('unreachable'); return attempts }
      say('attempts ' + await untilAvailable('first', refuse, { log, signal, pauseMs: 1 }))
      await untilAvailable('second', () => new Promise(() => {}), { log, signal, pauseMs: anHourMs })`)
    await service.line('attempts 5')
    service.child.kill('SIGTERM')
    expect(await service.exit()).toBe(0)
    expect(service.lines).toEqual([
      'warn waiting for first TypeError',
      'info no longer waiting',
      'attempts 5',
      'info stopping',
      'info stopped',
    ])
  })

  test.each([
    ['exits with 1 if it throws, and logs the error', `throw new TypeError('x')`, /^error failed TypeError$/],
    [
      'exits with 1 if its configuration is refused, and logs the reasons',
      `readConfig(z.object({ CATALOG_PORT: z.coerce.number() }), { CATALOG_PORT: 'x' })`,
      /^error the environment is not valid: CATALOG_PORT \("x"\)/,
    ],
    [
      'exits at an uncaught exception',
      `setTimeout(() => { throw new RangeError('x') }); await stopped(signal)`,
      /^error uncaught exception RangeError$/,
    ],
    [
      'exits at an unhandled rejection',
      `void Promise.reject(new RangeError('x')); await stopped(signal)`,
      /^error unhandled rejection RangeError$/,
    ],
  ])('%s', async (_what, source, line) => {
    const service = run(source)
    expect(await service.exit()).toBe(1)
    expect(service.lines).toEqual([expect.stringMatching(line)])
  })

  test('logs that a library printed to the console, and not what', async () => {
    const service = run(
      `console.log('reader closed', new Error('Blue Shirt,12.00')); console.trace('Blue Shirt')`,
    )
    expect(await service.exit()).toBe(0)
    const line = 'warn a library printed to the console'
    expect(service.lines).toEqual([line, line, 'info stopped'])
  })

  test('ends at once at a second signal', async () => {
    const service = run(`lengthenStop(anHourMs); say('ready'); await new Promise(() => {})`)
    await service.line('ready')
    service.child.kill('SIGTERM')
    await service.line('info stopping')
    service.child.kill('SIGINT')
    expect(await service.exit()).toBe(1)
    expect(service.lines).toEqual(['ready', 'info stopping', 'error stopped the hard way'])
  })

  test.each([
    ['stops', '', 0, 'info stopped'],
    ['fails', `throw new TypeError('x')`, 1, 'error failed TypeError'],
    ['throws', `queueMicrotask(() => { throw new TypeError('x') }); await stopped(signal)`, 1, /uncaught/],
  ])('has written its last line when it %s, however many there were', async (_, end, code, last) => {
    const service = run(`for (let line = 0; line < 2_000; line += 1) say('line ' + line)
      ${end}`)
    expect(await service.exit()).toBe(code)
    expect(service.lines).toHaveLength(2_001)
    expect(service.lines.at(-1)).toEqual(expect.stringMatching(last))
  })

  test('ends even if nobody reads its last line', async () => {
    const service = run(`for (let line = 0; line < 20_000; line += 1) say('line ' + line)`)
    service.child.stdout?.pause()
    const [code] = await once(service.child, 'exit')
    expect(code).toBe(0)
    service.child.stdout?.resume()
  })
})

interface Running {
  child: ChildProcess
  lines: string[]
  line(text: string): Promise<void>
  exit(): Promise<number | null>
}

/** A process whose service runs this source. */
function run(source: string): Running {
  const script = `
    import { z } from 'zod'
    import { readConfig, runService, stopped, untilAvailable } from ${JSON.stringify(fileURLToPath(new URL('index.ts', import.meta.url)))}
    const anHourMs = 3_600_000
    const say = (line) => process.stdout.write(line + '\\n')
    const write = (level) => (message, { error } = {}) => say([level, message, ...(error ? [error.name] : [])].join(' '))
    const log = { info: write('info'), warn: write('warn'), error: write('error') }
    await runService('test', { log }, async ({ signal, lengthenStop }) => {
      ${source}
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  children.push(child)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const closed = once(child, 'close')
  return {
    child,
    lines,
    async line(text) {
      while (!lines.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended without "${text}": ${lines.join(', ')}`)
        await Promise.race([once(reader, 'line'), closed])
      }
    },
    async exit() {
      await closed
      return child.exitCode
    },
  }
}
