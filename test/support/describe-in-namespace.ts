import { describe, expect, test } from '@jest/globals'

/** Tests that need a namespace. A machine that refuses it leaves them out, and says so; on CI, that is a failure. */
export function describeInNamespace(title: string, refusal: string | null, tests: () => void): void {
  if (refusal === null) describe(title, tests)
  else {
    process.stderr.write(`Left out: ${title}. No namespace here: ${refusal}\n`)
    test(`${title}: left out where there is no namespace, but not on CI: ${refusal}`, () => {
      expect(process.env.CI).not.toBe('true')
    })
  }
}
