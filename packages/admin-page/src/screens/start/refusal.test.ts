import { expect, test } from '@jest/globals'
import { maxFileBytes } from '../../api/limits.ts'
import { otherFormatOf } from './other-format.ts'
import { checkFiles } from './refusal.ts'

test.each([
  ['one byte', [1], null],
  ['just the limit', [maxFileBytes], null],
  ['one byte over', [maxFileBytes + 1], 'too-large'],
  ['nothing', [0], 'empty'],
  ['two files', [1, 1], 'several'],
  ['a folder, which holds no file', [], 'several'],
])('%s', (_what, sizes, refusal) => {
  expect(checkFiles(sizes.map((size) => ({ size })))).toBe(refusal)
})

test.each([
  ['a JPEG', 'ffd8ffe000104a46', 'picture'],
  ['a PNG', '89504e470d0a1a0a', 'picture'],
  ['a HEIC', '0000001866747970', 'picture'],
  ['a PDF', '255044462d312e37', 'pdf'],
  ['an Excel workbook', `504b0304${'00'.repeat(26)}${hexOf('[Content_Types].xml')}`, null],
  ['one of before 2007, or with a password', 'd0cf11e0a1b11ae1', 'workbook'],
  ['an .ods', `504b0304${'00'.repeat(26)}${hexOf('mimetypeapplication/vnd.oasis.opendocument')}`, 'workbook'],
  ['a document of Numbers', `504b0304${'00'.repeat(26)}${hexOf('Index/Document.iwa')}`, 'workbook'],
  ['a gzip', '1f8b080000000000', 'archive'],
  ['a catalog', '68616e646c652c74', null],
  ['UTF-16', 'fffe680061006e00', null],
  ['nothing', '', null],
])('%s is known by its first bytes', (_what, hex, format) => {
  expect(otherFormatOf(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))).toBe(
    format,
  )
})

function hexOf(text: string): string {
  return Array.from(text, (character) => character.charCodeAt(0).toString(16)).join('')
}
