import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { parse, stringify } from 'yaml'
import { pathOfValueFile, render, runHelm, templateArgs } from './support/render.ts'

interface Refused {
  what: string
  key: string
  values: object
}

const { contradictions, offSchema }: Record<'contradictions' | 'offSchema', Refused[]> = parse(
  readFileSync(new URL('refused-values.yaml', import.meta.url), 'utf8'),
  { merge: true },
)

describe('values that contradict each other are refused with a sentence that names the key', () => {
  test.each(contradictions)('$what', ({ values, key }) => {
    const output = refusalOf(values)
    expect(output).toContain(`  - ${key}: `)
    expect(output).toContain('These values do not go together')
  })
})

describe('values that are none of this chart’s are refused by the schema, which names the key', () => {
  test.each(offSchema)('$what', ({ values, key }) => {
    const output = refusalOf(values)
    expect(output).toContain("values don't meet the specifications of the schema")
    expect(output).toContain(key)
  })
})

test('all contradictions are reported at once', () => {
  const output = refusalOf({
    objectStore: { bucket: '' },
    image: { tag: 'latest' },
    exposure: { hosts: ['a.example'] },
  })
  expect(output.match(/^ {2}- /gm)).toHaveLength(3)
})

test('Helm 4 says the same', () => {
  const values = { objectStore: { bucket: '' } }
  expect(refusalOf(values, 4)).toContain('  - objectStore.bucket: ')
  expect(refusalOf({ objectStore: { kind: 'azure' } }, 4)).toContain('objectStore/kind')
})

test('without a word about the environment the chart asks for what it needs', () => {
  expect(() => render('')).toThrow(/objectStore\.bucket: [\s\S]*networkPolicy\.postgresql: /)
})

/** Of the values on top of minimal.yaml. */
function refusalOf(values: object, major: 3 | 4 = 3): string {
  try {
    runHelm(major, [...templateArgs, '-f', pathOfValueFile('minimal.yaml'), '-f', '-'], stringify(values))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error(`it was not refused: ${JSON.stringify(values)}`)
}
