// The API's limits, shown before a file is chosen. A test compares them with the contract.

export const maxFileBytes = 10 * 1024 * 1024
export const maxRows = 5_000
export const maxCells = 1_000_000

/** Of a file that the page splits: as much as browsers keep everywhere. */
export const maxSplitBytes = 100 * 1024 * 1024
