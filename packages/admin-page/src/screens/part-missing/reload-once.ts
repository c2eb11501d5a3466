const key = 'catalog.reloadedAt'
/** While a release is rolled out, old and new may answer in turns. */
const pauseMs = 5 * 60_000

/** Loads the page again by itself, but not over and over. @returns whether it does */
export function reloadOnce(
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload: () => void = () => location.reload(),
  now = Date.now(),
): boolean {
  try {
    const last = storage.getItem(key)
    if (last !== null && now - Number(last) < pauseMs) return false
    storage.setItem(key, String(now))
  } catch {
    // Without a memory, the second time would look like the first.
    return false
  }
  reload()
  return true
}
