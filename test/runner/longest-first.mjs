import { relative, sep } from 'node:path'
// Its types are those of a CommonJS module: TypeScript does not find the class.
import Sequencer from '@jest/test-sequencer'
import { readDurations } from './durations.ts'

/**
 * The order in which Jest runs the test files: the longest first, by the seconds that `durations.json` has of them, so
 * that no worker is left alone with a long file at the end. Jest itself knows durations from the second run in a clone on.
 */
export default class LongestFirst extends Sequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    const seconds = readDurations()
    /** @param {import('@jest/test-result').Test} test */
    const secondsOf = ({ path, context }) =>
      seconds[relative(context.config.rootDir, path).replaceAll(sep, '/')] ?? 0
    return tests.toSorted((one, other) => secondsOf(other) - secondsOf(one))
  }
}
