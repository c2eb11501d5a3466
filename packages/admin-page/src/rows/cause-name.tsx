import type { Tally } from '@catalog/contracts'
import { useI18n } from '../i18n/i18n.tsx'
import type { Translate } from '../i18n/translate.ts'
import { knownCode, titledCase } from '../messages/known-codes.ts'
import { ColumnName } from './column-name.tsx'

type Cause = Pick<Tally['causes'][number], 'severity' | 'code' | 'case' | 'column'>

/** As the API filters by it. */
export function keyOfCause({ code, case: name }: Pick<Cause, 'code' | 'case'>): string {
  return name === null ? code : `${code}:${name}`
}

export function causeTitle(t: Translate, { severity, code, case: name }: Omit<Cause, 'column'>): string {
  const known = severity === 'error' ? titledCase(code, name) : null
  if (known !== null) return t(`errorCases.${known}`)
  return severity === 'error'
    ? t(`rowErrors.${knownCode('rowErrors', code)}`)
    : t(`rowWarnings.${knownCode('rowWarnings', code)}`)
}

/** What is wrong, and in which column, unless the title of its case says that. */
export function CauseName({ cause }: { cause: Cause }) {
  const { t } = useI18n()
  const { severity, code, case: name, column } = cause
  return (
    <>
      {causeTitle(t, cause)}
      {column !== null && (severity === 'warning' || titledCase(code, name) === null) && (
        <>
          {' · '}
          <ColumnName name={column} />
        </>
      )}
    </>
  )
}
