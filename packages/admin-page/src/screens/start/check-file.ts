import { maxFileBytes } from '../../api/limits.ts'

/** Why a choice of files need not be uploaded to know that it will not be taken; null where it may. */
export function checkFiles(files: readonly { size: number }[]): 'several' | 'too-large' | 'empty' | null {
  const [file] = files
  if (file === undefined || files.length > 1) return 'several'
  if (file.size > maxFileBytes) return 'too-large'
  return file.size === 0 ? 'empty' : null
}
