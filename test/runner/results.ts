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
  /** A line for each test that failed at first and passed when its file was run again by itself. */
  flaky: string[]
}

/** A repeated file counts with its second result; tests that failed only the first time are flaky. */
export function sumUp(first: readonly FileResult[], again: readonly FileResult[]): Sum {
  const last = new Map([...first, ...again].map((file) => [file.path, file]))
  const failed = [...last.values()].flatMap(({ failures }) => failures).length
  const flaky = first
    .filter(({ path }) => last.get(path)?.failures.length === 0)
    .flatMap(({ path, failures }) =>
      failures.map(({ test, message }) => `FLAKY: ${path} — ${test} — ${firstLineOf(message)}`),
    )
  return { passed: [...last.values()].reduce((sum, file) => sum + file.passed, 0), failed, flaky }
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
