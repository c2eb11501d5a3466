import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import type { I18n } from '../i18n/i18n.tsx'
import { ApiError } from '../api/problem.ts'
import { knownCode } from '../messages/known-codes.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import codes from './problem-codes.json' with { type: 'json' }

interface ProblemNoticeProps {
  error: unknown
  /** Replaces the title of the error. */
  title?: string
  onRetry?: () => void
  isRetrying?: boolean
  /** Further things to do. */
  children?: ReactNode
}

/** What went wrong, what it means, and what can be done about it. */
export function ProblemNotice({ error, title, onRetry, isRetrying = false, children }: ProblemNoticeProps) {
  const i18n = useI18n()
  const { t } = i18n
  const problem = describeProblem(i18n, error)
  return (
    <Notice
      tone="bad"
      live="assertive"
      title={title ?? problem.title}
      actions={
        <>
          {onRetry && !isFinal(error) && (
            <Button icon="retry" onPress={onRetry} isPending={isRetrying}>
              {t('common.tryAgain')}
            </Button>
          )}
          {children}
        </>
      }
    >
      {title !== undefined && <p>{problem.title}</p>}
      {problem.detail !== '' && <p lang="en">{problem.detail}</p>}
      {problem.advice !== '' && <p>{problem.advice}</p>}
      {problem.requestId !== null && (
        <p className="note figures">{t('common.requestId', { id: problem.requestId })}</p>
      )}
    </Notice>
  )
}

/** Whether a retry would get the same answer. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ([403, 404, 410].includes(error.status ?? 0) || error.code === 'nothing_to_undo')
  )
}

interface ProblemText {
  title: string
  /** Empty if the service's sentence says it already, in the page's language. */
  advice: string
  /** The service's sentence, in English, if it is more specific than the code. */
  detail: string
  /** To find it in the log; null if the cause is clear without it. */
  requestId: string | null
}

function describeProblem({ t, language }: I18n, error: unknown): ProblemText {
  const code = error instanceof ApiError ? error.code : 'unknown'
  const key = knownCode('problems', code)
  const detail = error instanceof ApiError && saysMore.has(key) ? error.message : ''
  return {
    title: t(`problems.${key}`),
    advice: detail !== '' && advises.has(key) && language === 'en' ? '' : t(`advice.${key}`),
    detail,
    requestId: error instanceof ApiError && needsSupport.has(key) ? error.requestId : null,
  }
}

/** Codes whose sentences say what is affected, and what to do. */
const advises = new Set(codes.advises)
const saysMore = new Set([...codes.advises, ...codes.saysMore])
const needsSupport = new Set(codes.needsSupport)
