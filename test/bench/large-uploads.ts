import { createApi } from '../support/api.ts'
import { largeCanonicalFile } from './export-files.ts'
import { answerQuestions } from './helper-process.ts'

// Started by neighbours.ts, in a process of its own: a storefront whose large files are always `FILES` in flight, from
// `begin` to `end`.

const { BASE_URL = '', SECRET = '', FILES = '' } = process.env
const api = createApi({ baseUrl: () => BASE_URL, secret: SECRET })
const file = largeCanonicalFile()
let over = new AbortController()
let uploads: Promise<void>[] = []

answerQuestions(async (question) => {
  if (question === 'begin') {
    over = new AbortController()
    uploads = Array.from({ length: Number(FILES) }, () => sendUntil(over.signal))
  } else {
    over.abort()
    await Promise.all(uploads)
  }
  return uploads.length
})

async function sendUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await api.upload(file, { storefront: 'large' })
}
