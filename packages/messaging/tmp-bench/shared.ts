import { z } from 'zod'
import { upload as up, download as dn } from '@catalog/contracts'
export const put = up('t.put', { input: z.object({}), output: z.object({ n: z.number() }) })
export const get = dn('t.get', { input: z.object({ n: z.number() }), head: z.object({ n: z.number() }) })
export const log = { info() {}, warn() {}, error: console.error }
const piece = Buffer.alloc(65536, 7)
export async function* pieces(n: number) {
  for (let i = 0; i < n; i++) yield piece
}
