// What the API takes at most, said before anyone chooses a file. The tests hold it to the contract.

export const maxFileBytes = 10 * 1024 * 1024
export const maxRows = 5_000
