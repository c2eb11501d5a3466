/** Formats of files that are not catalogs; `workbook` is one that is not an .xlsx, or has a password. */
export type OtherFormat = 'picture' | 'pdf' | 'workbook' | 'archive'

/** First bytes in hex: `.` is any digit. import-service has the same list (reading/sniff.ts). */
const beginnings: readonly [RegExp, OtherFormat][] = [
  [/^(?:89504e47|ffd8ff|47494638|52494646|49492a00|4d4d002a|.{8}66747970)/, 'picture'],
  [/^25504446/, 'pdf'],
  [/^d0cf11e0/, 'workbook'],
  // Archives whose first file is that of an .ods or of Numbers; an .xlsx is an archive, too.
  [
    /^504b0304.{52}(?:6d696d65747970656170706c69636174696f6e2f766e642e6f61736973|496e6465782f|446174612f)/,
    'workbook',
  ],
  [/^1f8b/, 'archive'],
]

/** Bytes that are needed to recognise the format. */
export const beginningLength = 64

/** The format by its first bytes; null if it may be text. */
export function otherFormatOf(bytes: Uint8Array): OtherFormat | null {
  const hex = Array.from(bytes.subarray(0, beginningLength), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return beginnings.find(([pattern]) => pattern.test(hex))?.[1] ?? null
}
