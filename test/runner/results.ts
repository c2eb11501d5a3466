import { readFile } from 'node:fs/promises'

/** The result of one test file. */
export interface FileResult {
  /** Path relative to the repository's root, with slashes. */
  path: string
  seconds: number
  /** Tests that passed. */
  passed: number
  failures: { test: string; message: string }[]
}

/** The reporter's results of a run; no files if Jest ended before it ran any. */
export async function readResults(path: string): Promise<FileResult[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  return JSON.parse(text)
}

export interface Sum {
  passed: number
  failed: number
  /** A line for each test that failed at first and passed when it was run again by itself. */
  flaky: string[]
}

/** Jest's name of what fails outside of its tests: such a file is run again as a whole. */
export const wholeFile = 'the file as a whole'

/** Jest's arguments for what failed of a file. */
export function argumentsFor({ path, failures }: FileResult): string[] {
  const names = failures.map(({ test }) => test)
  if (names.includes(wholeFile)) return ['--runTestsByPath', path]
  const pattern = names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')
  return ['--runTestsByPath', path, '--testNamePattern', `^(${pattern})$`]
}

/** Tests that were run again count with their second result; those that failed only the first time are flaky. */
export function sumUp(first: readonly FileResult[], again: readonly FileResult[]): Sum {
  const second = new Map(again.map((file) => [file.path, file]))
  const sum: Sum = { passed: 0, failed: 0, flaky: [] }
  for (const { path, passed, failures } of first) {
    const repeated = second.get(path)
    const isWhole = failures.some(({ test }) => test === wholeFile)
    const passedAgain = repeated?.passed ?? 0
    // A test that was not found again has not passed.
    const missing = isWhole ? 0 : failures.length - passedAgain
    const failed = repeated ? Math.max(repeated.failures.length, missing) : failures.length
    sum.passed += (isWhole && repeated ? 0 : passed) + passedAgain
    sum.failed += failed
    if (failed === 0)
      for (const { test, message } of failures)
        sum.flaky.push(`FLAKY: ${path} — ${test} — ${firstLineOf(message)}`)
  }
  return sum
}

function firstLineOf(message: string): string {
  // Terminal colours in Jest's messages.
  // oxlint-disable-next-line no-control-regex
  const plain = message.replaceAll(/\u001B\[[\d;]*m/g, '')
  return (
    plain
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
