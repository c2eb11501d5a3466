import { Badge } from '../../components/badge.tsx'
import { classNames } from '../../components/class-names.ts'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { LongText } from '../long-text.tsx'
import styles from './was-now.module.css'

/** A replaced value, in full. */
export function WasNow({ before, after }: { before: string; after: string }) {
  const { t } = useI18n()
  const isClear = before !== '' && after === ''
  return (
    <span className={classNames('baseline gap-words', styles.values)}>
      <span>
        <VisuallyHidden>{t('rows.was')}</VisuallyHidden>{' '}
        <del className={styles.was}>
          <Value text={before} />
        </del>
      </span>
      <span className="quiet" aria-hidden="true">
        →
      </span>
      {isClear ? (
        <Badge tone="warn" icon="warning" text={t('rows.cleared')} />
      ) : (
        <span>
          <VisuallyHidden>{t('rows.now')}</VisuallyHidden>{' '}
          <ins className={styles.now}>
            <Value text={after} />
          </ins>
        </span>
      )}
    </span>
  )
}

function Value({ text }: { text: string }) {
  const { t } = useI18n()
  return text === '' ? <em className={styles.empty}>{t('rows.empty')}</em> : <LongText text={text} />
}
