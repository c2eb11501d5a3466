import { expect, test } from '@jest/globals'
import { readNotes } from './notes.ts'

const changelog = `# Changelog

## [Unreleased]

## [0.3.0] - 2027-01-31

### Added

- A thing, as [another](docs/a.md).

## [0.2.0]

- The first.
`

test('the notes of a release are its section of the changelog', () => {
  expect(readNotes(changelog, '0.3.0')).toBe('### Added\n\n- A thing, as [another](docs/a.md).\n')
  expect(readNotes(changelog, '0.2.0')).toBe('- The first.\n')
})

test.each(['Unreleased', '0.3', '0.4.0'])('a release without a section is refused: %s', (version) => {
  expect(() => readNotes(changelog, version)).toThrow(`no section [${version}]`)
})
