import { times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const headerAndText: GrowingFiles = {
  'header: columns of no known format': {
    size: 900,
    make: (size) => `${times(size, (i) => `Sort ${i}`).join()}\n`,
  },
  'header: columns that are near to known ones': {
    size: 450,
    make: (size) => `handle,title,${times(size, (i) => `variant_prise_${i}`).join()}\na,A\n`,
  },
  'text: UTF-8 with lost characters, broken at its end': {
    size: 50_000,
    make: (size) =>
      Buffer.concat([
        Buffer.from(`\ufeffhandle,title\n${'a,\ufffd\n'.repeat(size / 100)}a,${'\ufffd'.repeat(size)}`),
        Buffer.from([0xc3]),
      ]),
  },
  'text: UTF-16 with lost characters, broken at its end': {
    size: 200_000,
    make: (size) =>
      Buffer.concat([
        Buffer.from(`\ufeffhandle,title\na,${'\ufffd'.repeat(size)}`, 'utf16le'),
        Buffer.from([0xc3]),
      ]),
  },
  'text: Windows-1252, broken at its end': {
    size: 200_000,
    make: (size) =>
      Buffer.concat([Buffer.from(`handle,title\na,${'\u00e9'.repeat(size)}`, 'latin1'), Buffer.from([0x81])]),
  },
  'text: a quotation mark that is never closed': {
    size: 200_000,
    make: (size) => `handle,title\na,"${'""\n,'.repeat(size / 4)}`,
  },
}
