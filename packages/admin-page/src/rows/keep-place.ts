import { useEffect, useRef, useState } from 'react'

/** What the browser's Back finds as it was left: by entry of the history, for as long as the page is loaded. */
export type Kept<State> = Map<string, State>

/** What was kept when this entry of the history was left; else `initial`. */
export function keptHere<State>(kept: Kept<State>, initial: State): State {
  return kept.get(readEntry().key) ?? initial
}

/** Keeps what `current` returns once its part of the page goes. */
export function useKeep<State>(kept: Kept<State>, current: () => State): void {
  const latest = useRef(current)
  const [first] = useState(readEntry)
  const key = useRef(first.key)
  useEffect(() => {
    latest.current = current
    const entry = readEntry()
    // What has taken the entry's place, as a search does, is still the same; what was pushed upon it is another.
    if (entry.index === first.index) key.current = entry.key
  })
  useEffect(() => () => void kept.set(key.current, latest.current()), [kept])
}

/** As the router numbers and names them. */
function readEntry(): { index: number; key: string } {
  const { __TSR_index: index = 0, __TSR_key: key = '' } = history.state ?? {}
  return { index, key }
}
