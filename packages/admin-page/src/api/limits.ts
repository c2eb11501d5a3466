// The API's limits, shown before a file is chosen. A test compares them with the contract.

export const maxFileBytes = 10 * 1024 * 1024
export const maxRows = 5_000
export const maxCells = 1_000_000

/** For a file that the page splits: a size that every browser can store. */
export const maxSplitBytes = 100 * 1024 * 1024
