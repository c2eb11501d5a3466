import { Empty, upload } from '@catalog/contracts'

export const takeBytes = upload('bench.take-bytes', { input: Empty, trailer: Empty, output: Empty })

export const streamBytes = 10 * 1024 * 1024
