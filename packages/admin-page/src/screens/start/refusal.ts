import { maxFileBytes, maxSplitBytes } from '../../api/limits.ts'
import { beginningLength, otherFormatOf } from './other-format.ts'
import type { OtherFormat } from './other-format.ts'
import type { I18n } from '../../i18n/i18n.tsx'

/** A message why chosen files are not uploaded; null if they are. */
export async function refusalOf(
  { t, format }: I18n,
  files: readonly File[],
): Promise<{ title: string; text: string } | null> {
  const [file] = files
  const name = file?.name ?? ''
  const why = checkFiles(files)
  if (why === 'several') return { title: t('start.oneFile'), text: t('start.oneFileText') }
  if (why === 'empty') return { title: t('start.emptyFile', { name }), text: t('start.emptyFileText') }
  if (why === null) {
    const other = file && (await readFormat(file))
    return other ? { title: t(`start.${other}`, { name }), text: t(`start.${advice[other]}`) } : null
  }
  // Show a size just above the limit as larger than the limit.
  const size = format.bytes(Math.max(file?.size ?? 0, maxFileBytes * 1.01))
  return {
    title: t('start.tooLarge', { name }),
    text: t('start.tooLargeText', {
      size,
      limit: format.bytes(maxFileBytes),
      split: format.bytes(maxSplitBytes),
    }),
  }
}

const advice = {
  picture: 'pictureText',
  pdf: 'pdfText',
  workbook: 'workbookText',
  archive: 'archiveText',
} as const

export async function readFormat(file: File): Promise<OtherFormat | null> {
  try {
    return otherFormatOf(new Uint8Array(await file.slice(0, beginningLength).arrayBuffer()))
  } catch {
    // It was deleted or cannot be read: the upload will report it.
    return null
  }
}

/** Why chosen files would be refused, as far as their number and size show; null if they would not. */
export function checkFiles(files: readonly { size: number }[]): 'several' | 'too-large' | 'empty' | null {
  const [file] = files
  if (file === undefined || files.length > 1) return 'several'
  if (file.size > maxFileBytes) return 'too-large'
  return file.size === 0 ? 'empty' : null
}
