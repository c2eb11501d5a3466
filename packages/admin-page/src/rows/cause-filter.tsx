import { Button } from '../components/button.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { fieldName, knownCode } from '../messages/known-codes.ts'
import { readCause } from './cause-search.ts'
import styles from './cause-filter.module.css'

/** The error by which rows are filtered, and a button to remove the filter. */
export function CauseFilter({ cause, onRemove }: { cause: string; onRemove: () => void }) {
  const { t } = useI18n()
  const { code, column } = readCause(cause)
  const name = [
    t(`rowErrors.${knownCode('rowErrors', code)}`),
    ...(column === null ? [] : [fieldName(t, column)]),
  ].join(' · ')
  return (
    <div className={styles.filter}>
      <p className={styles.name}>{t('rows.onlyCause', { cause: name })}</p>
      <Button icon="cross" kind="quiet" onPress={onRemove}>
        {t('rows.allCauses')}
      </Button>
    </div>
  )
}
