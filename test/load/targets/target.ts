import type { Api } from '../../support/api.ts'
import type { Look } from '../sampler.ts'

/** An installation under load. */
export interface Target extends AsyncDisposable {
  api: Pick<Api, 'request'>
  /** URL of a picture that it may fetch, by a path; null where there is none. */
  pictureUrl: ((path: string) => string) | null
  look: Look
}
