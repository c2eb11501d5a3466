import { anyCharacter } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import files from '../testing/file-names.json' with { type: 'json' }
import { fileNameOf, pathInHeader } from './file-name.ts'

describe('the name of a file', () => {
  test.each(files.names.map(({ path, name }) => [path, name] as const))('%j is %j', (path, name) => {
    expect(fileNameOf(path)).toBe(name)
  })

  test('is one segment of any path, visible, short, and the same again', () => {
    const segment = fc.string({ unit: anyCharacter, maxLength: 300 })
    const path = fc
      .array(fc.tuple(segment, fc.constantFrom('/', '\\')), { maxLength: 4 })
      .chain((folders) => segment.map((last) => folders.flat().join('') + last))
    fc.assert(
      fc.property(path, (text) => {
        const name = fileNameOf(text)
        if (name === null) return
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u)
        expect(name.length).toBeLessThanOrEqual(255)
        expect(name.isWellFormed()).toBe(true)
        expect(fileNameOf(`some/folder\\${name}`)).toBe(name)
      }),
    )
  })

  test('is found in a path of megabytes', () => {
    expect(fileNameOf('\\/'.repeat(500_000) + '\u202e'.repeat(1_000_000) + 'a.csv')).toBe('a.csv')
    expect(fileNameOf('x'.repeat(1_000_000))).toHaveLength(255)
  })
})

describe('the path in a header', () => {
  test.each(files.headers.map(({ header, path }) => [header, path]))('%j is %j', (header, path) => {
    expect(pathInHeader(header)).toBe(path)
  })
})
