import type { Tally } from '@catalog/contracts'
import { useI18n } from '../i18n/i18n.tsx'
import type { Translate } from '../i18n/translate.ts'
import { knownCode } from '../messages/known-codes.ts'
import { ColumnName } from './column-name.tsx'

type Cause = Pick<Tally['causes'][number], 'severity' | 'code' | 'case' | 'column'>

/** As the API filters by it. */
export function keyOfCause({ code, case: name }: Pick<Cause, 'code' | 'case'>): string {
  return name === null ? code : `${code}:${name}`
}

export function causeTitle(t: Translate, { severity, code }: Pick<Cause, 'severity' | 'code'>): string {
  return severity === 'error'
    ? t(`rowErrors.${knownCode('rowErrors', code)}`)
    : t(`rowWarnings.${knownCode('rowWarnings', code)}`)
}

/** What is wrong, and in which column. */
export function CauseName({ cause }: { cause: Cause }) {
  const { t } = useI18n()
  return (
    <>
      {causeTitle(t, cause)}
      {cause.column !== null && (
        <>
          {' · '}
          <ColumnName name={cause.column} />
        </>
      )}
    </>
  )
}
