import type { Tally } from '@catalog/contracts'
import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { causeTitle, keyOfCause } from './cause-name.tsx'
import type { RowSearch } from './row-search.ts'
import styles from './narrowed.module.css'

interface NarrowedProps {
  search: RowSearch
  tally: Tally
  onAll: () => void
  /** What can be done with all of these products. */
  children?: ReactNode
}

/** The risk and the cause by which products are filtered, which may be scrolled away, and the way back. */
export function Narrowed({ search: { risk, cause }, tally, onAll, children }: NarrowedProps) {
  const { t } = useI18n()
  const known = tally.causes.find((one) => keyOfCause(one) === cause)
  const names = [
    ...(risk === undefined ? [] : [t(`risks.${risk}`)]),
    ...(cause === undefined ? [] : [causeTitle(t, known ?? { severity: 'error', code: cause, case: null })]),
  ]
  if (names.length === 0) return null
  return (
    <div className={classNames('row between', styles.filter)}>
      <p className="shrink medium anywhere">{t('rows.only', { what: names.join(' · ') })}</p>
      <div>
        {children}
        <Button icon="cross" kind="quiet" onPress={onAll}>
          {t('rows.showAll')}
        </Button>
      </div>
    </div>
  )
}
