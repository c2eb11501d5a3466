import { ApiError } from './problem.ts'
import { send } from './client.ts'

/** A rendition as an address that an `img` can show. */
type PictureUrl = string

const maxKept = 400
const maxAtOnce = 4
const pictures = new Map<string, Promise<PictureUrl>>()
const waiting: (() => void)[] = []
let inFlight = 0

/**
 * A rendition of an image, fetched with the session's token, once. The last few hundred are kept; what is older is let
 * go, and fetched again where it is wanted again (the browser's own cache has it for a year).
 * @throws ApiError
 */
export function loadPicture(imageId: string, rendition: string): Promise<PictureUrl> {
  const path = `/api/products/images/${imageId}/${rendition}`
  const known = pictures.get(path)
  // Moves to the end: the longest unused stands first.
  pictures.delete(path)
  const picture = known ?? fetchPicture(path)
  pictures.set(path, picture)
  if (!known) picture.catch(() => pictures.delete(path))
  letOldOnesGo()
  return picture
}

/** At the end of a session: nothing of one storefront stays for the next. */
export function forgetPictures(): void {
  for (const [path, picture] of pictures) letGo(path, picture)
}

async function fetchPicture(path: string): Promise<PictureUrl> {
  const release = await takeTurn()
  try {
    const response = await sendPatiently(path)
    return URL.createObjectURL(await response.blob())
  } finally {
    release()
  }
}

/** A page full of pictures can be more than a storefront's requests a minute: those wait as they are told to. */
async function sendPatiently(path: string): Promise<Response> {
  try {
    return await send(new Request(path))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfterS ?? 5) * 1000))
    return send(new Request(path))
  }
}

async function takeTurn(): Promise<() => void> {
  if (inFlight >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else inFlight += 1
  return () => {
    const next = waiting.shift()
    if (next) next()
    else inFlight -= 1
  }
}

function letOldOnesGo(): void {
  for (const [path, picture] of pictures) {
    if (pictures.size <= maxKept) return
    letGo(path, picture)
  }
}

function letGo(path: string, picture: Promise<PictureUrl>): void {
  pictures.delete(path)
  picture.then(
    (url) => URL.revokeObjectURL(url),
    () => {},
  )
}
