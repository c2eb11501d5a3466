import { api, done } from './client.ts'
import { ApiError } from './problem.ts'

/** Deletes a remembered mapping; one that is already deleted is no error. */
export async function forgetMapping(mappingId: string): Promise<void> {
  const params = { path: { mapping_id: mappingId } }
  try {
    await done(api.DELETE('/api/products/imports/mappings/{mapping_id}', { params }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}
