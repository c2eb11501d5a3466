import { useEffect, useRef, useState } from 'react'

/** State that the browser's Back restores: by entry of the history, while the page is loaded. */
export type Kept<State> = Map<string, State>

/** The state stored when this entry of the history was left; otherwise `initial`. */
export function keptHere<State>(kept: Kept<State>, initial: State): State {
  return kept.get(readEntry().key) ?? initial
}

/** Stores the result of `current` when the component is removed. */
export function useKeep<State>(kept: Kept<State>, current: () => State): void {
  const latest = useRef(current)
  const [first] = useState(readEntry)
  const key = useRef(first.key)
  useEffect(() => {
    latest.current = current
    const entry = readEntry()
    // If the entry was replaced, for example by a search, use its new key; an entry pushed on top is a different one.
    if (entry.index === first.index) key.current = entry.key
  })
  useEffect(() => () => void kept.set(key.current, latest.current()), [kept])
}

/** The router's index and key of the current entry. */
function readEntry(): { index: number; key: string } {
  const { __TSR_index: index = 0, __TSR_key: key = '' } = history.state ?? {}
  return { index, key }
}
