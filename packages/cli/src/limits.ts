/** The limits of an import (INV-18), as in @catalog/contracts; a test compares them. */
export const maxFileBytes = 10 * 1024 * 1024
export const maxRows = 5_000
export const maxCells = 1_000_000
