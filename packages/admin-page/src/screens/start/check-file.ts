import { maxFileBytes } from '../../api/limits.ts'

/** Why chosen files would be refused, as far as that is known before an upload; null where it is not. */
export function checkFiles(files: readonly { size: number }[]): 'several' | 'too-large' | 'empty' | null {
  const [file] = files
  if (file === undefined || files.length > 1) return 'several'
  if (file.size > maxFileBytes) return 'too-large'
  return file.size === 0 ? 'empty' : null
}
