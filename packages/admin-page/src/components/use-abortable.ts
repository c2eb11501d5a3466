import { useEffect, useRef } from 'react'

/** Work of which one runs at a time, with the signal that `begin` returns. Leaving the screen aborts it. */
export function useAbortable(): { begin: () => AbortSignal; abort: () => void } {
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const abort = () => running.current?.abort()
  return {
    begin: () => {
      abort()
      running.current = new AbortController()
      return running.current.signal
    },
    abort,
  }
}
