import { plainText, unguard } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import type { Delimiter, TextEncoding } from '@catalog/contracts'
import { isRecognized } from '@catalog/dialects'
import { decoderFor } from './decode.ts'
import { delimiters, findDelimiter, separatorLine } from './delimiter.ts'
import { lenientRows, LostQuote } from './lenient-rows.ts'

/** Bytes from which encoding and delimiter are recognised. */
export const sniffLength = 64 * 1024

export interface FileStart {
  /** `utf-8` without a byte order mark is a guess. */
  encoding: TextEncoding
  hasBom: boolean
  /** Whether a `sep=` line does. */
  namesDelimiter: boolean
  delimiter: Delimiter
  /** Bytes of a byte order mark and a `sep=` line. */
  skipBytes: number
}

/**
 * Recognises the file by its first bytes.
 * @throws ServiceError `not_csv` if it is not text
 */
export function sniff(head: Buffer): FileStart {
  refuseOtherFormats(head)
  const { encoding, bomBytes } = sniffEncoding(head)
  const text = decoderFor(encoding, { lenient: true })(head.subarray(bomBytes, sniffLength))
  const separator = separatorLine.exec(text)
  return {
    encoding,
    hasBom: bomBytes > 0,
    namesDelimiter: separator !== null,
    delimiter: separator ? namedDelimiter(separator[1] ?? '') : findDelimiter(text, isHeader),
    skipBytes: bomBytes + (separator?.[0].length ?? 0) * (encoding.startsWith('utf-16') ? 2 : 1),
  }
}

const fromPicture =
  'Upload the catalog as CSV; it names each picture by its address, in the column image_url.'

/** First bytes of files that are not text, from `at` on. */
const otherFormats: { magic: Buffer; at?: number; name: string; advice: string }[] = [
  {
    magic: Buffer.from('%PDF'),
    name: 'a PDF',
    advice: 'Export the catalog from your shop system as CSV and upload that file.',
  },
  {
    magic: Buffer.from('1f8b', 'hex'),
    name: 'a compressed (gzip) file',
    advice: 'Unpack it and upload the CSV that is inside.',
  },
  ...['89504e47', 'ffd8ff', '47494638', '52494646', '49492a00', '4d4d002a'].map((magic) => ({
    magic: Buffer.from(magic, 'hex'),
    name: 'a picture',
    advice: fromPicture,
  })),
  { magic: Buffer.from('ftyp'), at: 4, name: 'a picture or a video', advice: fromPicture },
]

function refuseOtherFormats(head: Buffer): void {
  const found = otherFormats.find(({ magic, at = 0 }) => head.subarray(at, at + magic.length).equals(magic))
  if (found) throw new ServiceError('not_csv', `This is ${found.name}, not a catalog file. ${found.advice}`)
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(head.toString('latin1', 0, 200))) {
    throw new ServiceError(
      'not_csv',
      'This is a web page, not a catalog file. Check the download, or export the catalog as CSV and upload that file.',
    )
  }
}

const utf8Bom = Buffer.from('efbbbf', 'hex')

function sniffEncoding(head: Buffer): { encoding: TextEncoding; bomBytes: number } {
  let bomBytes = 0
  // A program that adds one to a file that has one makes two.
  while (head.subarray(bomBytes, bomBytes + 3).equals(utf8Bom)) bomBytes += 3
  if (bomBytes > 0) return { encoding: 'utf-8', bomBytes }
  if (head.subarray(0, 2).equals(Buffer.from('fffe', 'hex'))) return { encoding: 'utf-16le', bomBytes: 2 }
  if (head.subarray(0, 2).equals(Buffer.from('feff', 'hex'))) return { encoding: 'utf-16be', bomBytes: 2 }
  return { encoding: 'utf-8', bomBytes: 0 }
}

function namedDelimiter(character: string): Delimiter {
  const delimiter = delimiters.find((known) => known === character)
  if (delimiter) return delimiter
  throw new ServiceError(
    'not_csv',
    'The first line names a separator that is not supported. Separate the columns by a comma, a semicolon, a tab or a |.',
  )
}

function isHeader(line: string, delimiter: Delimiter): boolean {
  try {
    const [row] = lenientRows(line, delimiter)
    return row !== undefined && isRecognized(row.cells.map((cell) => unguard(plainText(cell).trim())))
  } catch (error) {
    if (error instanceof LostQuote) return false
    throw error
  }
}
