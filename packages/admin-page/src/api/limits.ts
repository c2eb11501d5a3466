// The API's limits, shown before a file is chosen. A test compares them with the contract.

export const maxFileBytes = 10 * 1024 * 1024
export const maxRows = 5_000
