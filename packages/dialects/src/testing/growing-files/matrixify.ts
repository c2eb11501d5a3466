import { csv, imageUrl, longCells, times } from './growing-file.ts'
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
  'matrixify: images of one cell': {
    size: 1_000,
    make: (size) =>
      csv([{ Handle: 'a', Title: 'A', 'Body HTML': '', 'Image Src': times(size, imageUrl).join(';') }]),
  },
  'matrixify: rows with images': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          Handle: `p${i % 50}`,
          Title: 'A',
          'Body HTML': '',
          'Image Type': i % 7 === 0 ? 'VIDEO' : 'IMAGE',
          'Image Src': times(3, (j) => imageUrl(3 * i + j)).join('; '),
        })),
      ),
  },
}
