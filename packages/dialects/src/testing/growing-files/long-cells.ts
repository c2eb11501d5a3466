import { longCells } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'
import tables from './long-cells.json' with { type: 'json' }

/** Of formats whose columns are all listed; the other ones' are beside their files. */
export const listedColumns: GrowingFiles = Object.assign(
  {},
  ...Object.entries(tables).map(([what, cells]) => longCells(what, cells)),
)
