import { lazy } from 'react'
import { codeOf } from '../../api/problem.ts'
import { maxFileBytes, maxSplitBytes } from '../../api/limits.ts'
import { withTexts } from '../../i18n/i18n.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { readFormat } from './refusal.ts'

const SplitOffer = withTexts(
  'parts',
  lazy(() => import('../parts/index.ts').then(({ SplitOffer: component }) => ({ default: component }))),
  <Skeleton lines={2} />,
)

/** Offers to split a file that is too large for one import. */
export function SplitLargeFile({ file }: { file: File }) {
  return <SplitOffer key={`${file.name} ${file.size}`} file={file} />
}

/** Whether a single file was chosen that is too large for an upload, and that the page can split. */
export async function isSplittable(files: readonly File[]): Promise<boolean> {
  const [file] = files
  if (file === undefined || files.length > 1) return false
  return file.size > maxFileBytes && file.size <= maxSplitBytes && (await readFormat(file)) === null
}

/** Whether a refused file is too large for one import, and the page can split it. */
export function isTooLarge(error: unknown): boolean {
  return splitCodes.has(codeOf(error) ?? '')
}

const splitCodes = new Set(['too_many_rows', 'too_many_cells'])
