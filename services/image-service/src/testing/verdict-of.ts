import { ImageError } from '../image-error.ts'

/** What the work gives, or outcome, reason and detail of the `ImageError` with which it ends. */
export async function verdictOf<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    return `${error.outcome} ${error.reason} ${error.detail}`
  }
}
