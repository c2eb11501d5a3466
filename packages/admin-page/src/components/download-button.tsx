import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonProps } from './button.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { useDownload } from './use-download.ts'

interface DownloadButtonProps extends Pick<ButtonProps, 'kind' | 'isDisabled'> {
  /** Path of the API. */
  path: string
  children: ReactNode
}

/** Saves a small file from the API. */
export function DownloadButton({ path, children, ...rest }: DownloadButtonProps) {
  const { download, start } = useDownload()
  return (
    <>
      {download.state === 'failed' && <ProblemNotice error={download.error} />}
      <Button {...rest} icon="download" isPending={download.state === 'loading'} onPress={() => start(path)}>
        {children}
      </Button>
    </>
  )
}
