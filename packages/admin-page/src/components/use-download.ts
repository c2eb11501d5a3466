import { useState } from 'react'
import { downloadFile, saveFile } from '../api/download-file.ts'
import { useAbortable } from './use-abortable.ts'

export type DownloadState =
  | { state: 'idle' }
  | { state: 'loading'; received: number }
  /** `headers`: those of the answer. */
  | { state: 'done'; headers: Headers }
  | { state: 'failed'; error: unknown }

/** Downloads a file from the API and saves it through the browser. Leaving the screen cancels it. */
export function useDownload(): {
  download: DownloadState
  start: (path: string) => void
  cancel: () => void
} {
  const [download, setDownload] = useState<DownloadState>({ state: 'idle' })
  const { begin, abort } = useAbortable()

  async function run(path: string): Promise<void> {
    const signal = begin()
    setDownload({ state: 'loading', received: 0 })
    const onProgress = (received: number) => setDownload({ state: 'loading', received })
    try {
      const file = await downloadFile(path, signal, onProgress)
      saveFile(file)
      setDownload({ state: 'done', headers: file.headers })
    } catch (error) {
      setDownload(signal.aborted ? { state: 'idle' } : { state: 'failed', error })
    }
  }

  return { download, start: (path) => void run(path), cancel: abort }
}
