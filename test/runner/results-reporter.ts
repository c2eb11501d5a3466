import { writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { AggregatedResult, TestResult } from '@jest/test-result'
import { wholeFile } from './results.ts'
import type { FileResult } from './results.ts'

/** A reporter of Jest that writes the result of each test file to the file in TEST_RESULTS. */
export default class ResultsReporter {
  readonly #rootDir: string

  constructor({ rootDir }: { rootDir: string }) {
    this.#rootDir = rootDir
  }

  onRunComplete(_contexts: unknown, { testResults }: AggregatedResult): void {
    const path = process.env.TEST_RESULTS
    if (path !== undefined)
      writeFileSync(path, JSON.stringify(testResults.map((result) => this.#describe(result))))
  }

  #describe(result: TestResult): FileResult {
    const failed = result.testResults.filter(({ status }) => status === 'failed')
    return {
      path: relative(this.#rootDir, result.testFilePath).replaceAll(sep, '/'),
      seconds: (result.perfStats.end - result.perfStats.start) / 1000,
      passed: result.numPassingTests,
      failures: [
        // The file does not load, or an error occurs outside of its tests.
        ...(result.testExecError ? [{ test: wholeFile, message: messageOf(result.testExecError) }] : []),
        ...failed.map(({ fullName, failureMessages }) => ({
          test: fullName,
          message: failureMessages.join('\n'),
        })),
      ],
    }
  }
}

function messageOf({ message, stack }: NonNullable<TestResult['testExecError']>): string {
  return message || stack || 'without a message'
}
