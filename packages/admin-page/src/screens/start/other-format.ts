/** What is no catalog file, whatever it is called. */
export type OtherFormat = 'picture' | 'pdf' | 'workbook' | 'archive'

/** What a file begins with, in hex: `.` stands for any digit. import-service knows the same (reading/sniff.ts). */
const beginnings: readonly [RegExp, OtherFormat][] = [
  [/^(?:89504e47|ffd8ff|47494638|52494646|49492a00|4d4d002a|.{8}66747970)/, 'picture'],
  [/^25504446/, 'pdf'],
  [/^(?:504b0304|d0cf11e0)/, 'workbook'],
  [/^1f8b/, 'archive'],
]

/** How many bytes tell it. */
export const beginningLength = 8

/** By its first bytes; null where it may be text. */
export function otherFormatOf(bytes: Uint8Array): OtherFormat | null {
  const hex = Array.from(bytes.subarray(0, beginningLength), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return beginnings.find(([pattern]) => pattern.test(hex))?.[1] ?? null
}
