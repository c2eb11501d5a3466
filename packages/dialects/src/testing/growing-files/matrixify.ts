import { file, imageUrl, longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

const columns = [
  'Image Src',
  'Image Alt Text',
  'Image Type',
  'Variant Weight',
  'Variant Weight Unit',
  'Metafield: custom.a [x]',
]

export const matrixify: GrowingFiles = {
  ...longCells('matrixify', { row: { Handle: 'a', 'Body HTML': '' }, columns: ['Title', ...columns] }),
  'matrixify: images of one cell': file(1_000, (size) => [
    { Handle: 'a', Title: 'A', 'Body HTML': '', 'Image Src': times(size, imageUrl).join(';') },
  ]),
  'matrixify: rows with images': rows(1_000, (i) => ({
    Handle: `p${i % 50}`,
    Title: 'A',
    'Body HTML': '',
    'Image Type': i % 7 === 0 ? 'VIDEO' : 'IMAGE',
    'Image Src': times(3, (j) => imageUrl(3 * i + j)).join('; '),
  })),
}
