import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonProps } from './button.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { useDownload } from './use-download.ts'

interface DownloadButtonProps extends Pick<ButtonProps, 'kind'> {
  /** Of the API. */
  path: string
  children: ReactNode
}

/** Saves a small file of the API. */
export function DownloadButton({ path, kind, children }: DownloadButtonProps) {
  const { download, start } = useDownload()
  return (
    <>
      {download.state === 'failed' && <ProblemNotice error={download.error} />}
      <Button
        {...(kind && { kind })}
        icon="download"
        isPending={download.state === 'loading'}
        onPress={() => start(path)}
      >
        {children}
      </Button>
    </>
  )
}
