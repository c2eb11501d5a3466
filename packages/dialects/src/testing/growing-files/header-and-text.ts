import { file, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const headerAndText: GrowingFiles = {
  'header: columns of no known format': file(900, (size) => `${times(size, (i) => `Sort ${i}`).join()}\n`),
  'header: columns that are near to known ones': file(
    450,
    (size) => `handle,title,${times(size, (i) => `variant_prise_${i}`).join()}\na,A\n`,
  ),
  'text: UTF-8 with lost characters, broken at its end': file(50_000, (size) =>
    Buffer.concat([
      Buffer.from(`\ufeffhandle,title\n${'a,\ufffd\n'.repeat(size / 100)}a,${'\ufffd'.repeat(size)}`),
      Buffer.from([0xc3]),
    ]),
  ),
  'text: UTF-16 with lost characters, broken at its end': file(200_000, (size) =>
    Buffer.concat([
      Buffer.from(`\ufeffhandle,title\na,${'\ufffd'.repeat(size)}`, 'utf16le'),
      Buffer.from([0xc3]),
    ]),
  ),
  'text: Windows-1252, broken at its end': file(200_000, (size) =>
    Buffer.concat([Buffer.from(`handle,title\na,${'\u00e9'.repeat(size)}`, 'latin1'), Buffer.from([0x81])]),
  ),
  'text: Cyrillic of no mark': file(200_000, (size) =>
    Buffer.from(`handle,title\na,${'\u00f4\u00f3\u00f2, '.repeat(size)}`, 'latin1'),
  ),
  'text: UTF-8 of which every other character is broken': file(50_000, (size) =>
    Buffer.concat([
      Buffer.from('handle,title\na,'),
      Buffer.from('\u00c3\u00a9\u00e9'.repeat(size), 'latin1'),
    ]),
  ),
  'text: control characters': file(100_000, (size) => `handle,title\na,${'\u0001x'.repeat(size)}\n`),
  'text: quotation marks in the middle': file(200_000, (size) => `handle,title\na,${'5" '.repeat(size)}\n`),
  'text: quotation marks that close too early': file(
    20_000,
    (size) => `handle,title\n${'a,"b" c  "d" \n'.repeat(size / 10)}a,${'"b" c'.repeat(size)}`,
  ),
  'text: white space and quotation marks': file(
    200_000,
    (size) => `handle,title\na,${' '.repeat(size)}"${' "'.repeat(size)}\n`,
  ),
  'text: a quotation mark that is never closed': file(
    200_000,
    (size) => `handle,title\na,"${'""\n,'.repeat(size / 4)}`,
  ),
}
