import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { createTerminal } from './terminal.ts'

function stage({ isTTY, json = false }: { isTTY: boolean; json?: boolean }) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const streams = {
    stdin: Object.assign(stdin, { isTTY }),
    stdout: Object.assign(stdout, { isTTY }),
    stderr: Object.assign(stderr, { isTTY, columns: 20 }),
  }
  return {
    stdin,
    terminal: createTerminal(streams, { json }),
    output: async () => {
      stdout.end()
      stderr.end()
      return { stdout: await text(stdout), stderr: await text(stderr) }
    },
  }
}

test('the contents of a file cannot control the terminal', async () => {
  const { terminal, output } = stage({ isTTY: true })
  terminal.say('a\u001B[2Jb\r\nc\u009B1mx\u202Egnp.\u2028')
  terminal.progress('\u001B]0;title\u0007')
  const { stdout, stderr } = await output()
  expect(stdout).toBe('a [2Jb c 1mxgnp. \n')
  expect(stderr).toBe('\r\u001B[K ]0;title  …')
})

describe('progress', () => {
  test('is one line on a terminal, cut to its width, and removed before the result', async () => {
    const { terminal, output } = stage({ isTTY: true })
    terminal.progress('one')
    terminal.progress('a line', 'too long for it')
    terminal.progress('a line', 'too long for it')
    terminal.say('result')
    expect(await output()).toEqual({
      stdout: 'result\n',
      stderr: '\r\u001B[Kone …\r\u001B[Ka line: too long fo\r\u001B[K',
    })
  })

  test('is plain lines elsewhere, one for each step', async () => {
    const { terminal, output } = stage({ isTTY: false })
    terminal.progress('one')
    terminal.progress('two', '1 of 2')
    terminal.progress('two', '2 of 2')
    terminal.say('result')
    expect(await output()).toEqual({ stdout: 'result\n', stderr: 'one …\ntwo …\n' })
  })
})

test('the result is text, or with --json one document', async () => {
  const asJson = stage({ isTTY: false, json: true })
  asJson.terminal.say('result')
  asJson.terminal.sayJson({ a: 1 })
  expect(JSON.parse((await asJson.output()).stdout)).toEqual({ a: 1 })
  const asText = stage({ isTTY: false })
  asText.terminal.say('result')
  asText.terminal.sayJson({ a: 1 })
  expect((await asText.output()).stdout).toBe('result\n')
})

describe('a question', () => {
  test.each([
    ['y\n', true],
    ['YES\n', true],
    ['\n', false],
    ['no\n', false],
    ['yesterday\n', false],
  ])('answered with %j is %p', async (answer, expected) => {
    const { stdin, terminal, output } = stage({ isTTY: true })
    expect(terminal.canAsk).toBe(true)
    stdin.write(answer)
    expect(await terminal.ask('Apply?')).toBe(expected)
    expect((await output()).stderr).toContain('Apply? [y/N]')
  })

  test('without an answer means no', async () => {
    const { stdin, terminal } = stage({ isTTY: true })
    const asked = terminal.ask('Apply?')
    stdin.end()
    expect(await asked).toBe(false)
  })

  test('is not asked without a terminal', () => {
    expect(stage({ isTTY: false }).terminal.canAsk).toBe(false)
  })
})
