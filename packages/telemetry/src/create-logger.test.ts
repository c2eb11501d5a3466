import { describe, expect, test } from '@jest/globals'
import { runScript } from './testing/run-script.ts'

describe('a logger', () => {
  test('writes one JSON object a line on standard output, severity and time first', async () => {
    const { stdout, stderr } = await runScript(`
      const log = createLogger('import-service')
      log.info('draft created', { draft_id: 'd-1', rows: 3 })
      log.child({ request_id: 'r-1' }).warn('slow', { duration_ms: 12 })
      log.error('failed')`)
    expect(stderr).toEqual([])
    expect(stdout.map((line) => Object.keys(line).slice(0, 2))).toEqual(
      stdout.map(() => ['severity', 'time']),
    )
    for (const { time } of stdout) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const common = { logger: 'service', service: 'import-service', time: expect.any(String) }
    expect(stdout).toEqual([
      { ...common, severity: 'INFO', message: 'draft created', draft_id: 'd-1', rows: 3 },
      { ...common, severity: 'WARNING', message: 'slow', request_id: 'r-1', duration_ms: 12 },
      { ...common, severity: 'ERROR', message: 'failed' },
    ])
  })

  test('writes from the level in CATALOG_LOG_LEVEL on, by default from info on', async () => {
    const script = `
      const log = createLogger('x')
      for (const level of ['debug', 'info', 'warn', 'error']) log[level]('said')`
    const severities = async (level: string) =>
      (await runScript(script, { CATALOG_LOG_LEVEL: level })).stdout.map(({ severity }) => severity)
    expect(await severities('')).toEqual(['INFO', 'WARNING', 'ERROR'])
    expect(await severities('debug')).toEqual(['DEBUG', 'INFO', 'WARNING', 'ERROR'])
    expect(await severities('error')).toEqual(['ERROR'])
  })

  test('writes errors by name, code, stack and causes, never by their messages', async () => {
    const { stdout } = await runScript(`
      const cause = Object.assign(new Error('value "Blue Shirt" is too long'), { code: '22001' })
      createLogger('x').error('apply failed', { error: new TypeError('https://shop.example/a.png', { cause }) })`)
    expect(stdout).toMatchObject([
      { message: 'apply failed', error: { name: 'TypeError', cause: { name: 'Error', code: '22001' } } },
    ])
    expect(stdout[0]).toHaveProperty('error.stack.0', expect.stringMatching(/^at /))
    expect(JSON.stringify(stdout)).not.toMatch(/Blue Shirt|shop\.example/)
  })

  test('writes a field whose value JSON cannot express, and no line twice', async () => {
    const { stdout } = await runScript(`createLogger('x').info('counted', { rows: 5n, none: undefined })`)
    expect(stdout).toMatchObject([{ message: 'counted', rows: '5' }])
  })

  test('cuts long texts, so that no container engine splits the line', async () => {
    const { stdout } = await runScript(`
      const text = 'é'.repeat(50_000)
      const error = Object.assign(new Error('', { cause: new Error() }), { code: text })
      createLogger('x').error(text, { reason: text, error })`)
    expect(stdout).toMatchObject([{ reason: `${'é'.repeat(1_000)}…` }])
    expect(Buffer.byteLength(JSON.stringify(stdout[0]))).toBeLessThan(16_384)
  })

  test('has written its last line when the process exits', async () => {
    const { stdout } = await runScript(`
      const log = createLogger('x')
      for (let line = 0; line < 200; line += 1) log.info('said', { line })
      process.stdout.write('', () => process.exit(0))`)
    expect(stdout.map(({ line }) => line)).toEqual(Array.from({ length: 200 }, (_, line) => line))
  })

  test('names the active trace and span', async () => {
    const { stdout } = await runScript(`
      const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
      const { context, trace } = await import('@opentelemetry/api')
      context.setGlobalContextManager(new AsyncLocalStorageContextManager())
      const span = trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 })
      context.with(trace.setSpan(context.active(), span), () => createLogger('x').info('in a span'))
      createLogger('x').info('outside')`)
    expect(stdout[0]).toMatchObject({
      message: 'in a span',
      trace_id: 'a'.repeat(32),
      span_id: 'b'.repeat(16),
    })
    expect(stdout[1]).not.toHaveProperty('trace_id')
  })
})
