import { ServiceError } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { measureOpenDrafts } from './drafts.sql.ts'

/** Of one storefront at a time; the bytes are those that are stored. */
const limits = { drafts: 500, mebibytes: 1024 }

/**
 * To be called before a draft is stored: deletes some that have expired.
 * @throws ServiceError too_many_drafts if the storefront's open drafts leave no room for another one
 */
export async function beginDraft(
  { database, now, sweep }: Pick<Context, 'database' | 'now' | 'sweep'>,
  storefrontId: string,
  most = limits,
): Promise<void> {
  await sweep()
  const { drafts, bytes, firstExpiry } = await measureOpenDrafts(database, storefrontId, now())
  const mebibytes = Math.ceil(bytes / 1024 ** 2)
  const isFull = drafts >= most.drafts || mebibytes > most.mebibytes
  if (!isFull || firstExpiry === null) return
  const retryAfterS = Math.ceil((firstExpiry.getTime() - now().getTime()) / 1_000)
  const minutes = Math.ceil(retryAfterS / 60)
  throw new ServiceError(
    'too_many_drafts',
    `${drafts} previews are open and take ${mebibytes} MiB; at most ${most.drafts} can be, of ${most.mebibytes} MiB. ` +
      `Confirm or cancel some of them, or wait until the oldest one expires, in ${minutes} min.`,
    { retryAfterS },
  )
}
