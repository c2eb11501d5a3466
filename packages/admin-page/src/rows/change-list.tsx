import type { DraftRow } from '../api/client.ts'
import { Badge } from '../components/badge.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { ColumnName } from './column-name.tsx'
import { LongText } from './long-text.tsx'
import { isClear } from './product-groups.ts'
import styles from './change-list.module.css'

type Change = DraftRow['changes'][number]

/** What a row would write: of something new its values, of something known "was → now". */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useI18n()
  const entities = (['product', 'variant', 'image'] as const).filter((entity) =>
    changes.some((change) => change.entity === entity),
  )
  return (
    <div className={styles.list}>
      {entities.map((entity) => (
        <div key={entity}>
          <p className={styles.name}>{t(`rows.${entity}`)}</p>
          <dl className={styles.changes}>
            {changes
              .filter((change) => change.entity === entity)
              .map((change) => (
                <div key={change.field} className={styles.change}>
                  <dt>
                    <ColumnName name={change.field} />
                  </dt>
                  <dd>
                    <Values change={change} />
                  </dd>
                </div>
              ))}
          </dl>
        </div>
      ))}
    </div>
  )
}

function Values({ change }: { change: Change }) {
  const { t } = useI18n()
  const { before, after } = change
  if (before === null) return <LongText text={after ?? ''} />
  return (
    <span className={styles.values}>
      <span>
        <span className={styles.word}>{t('rows.was')}</span>{' '}
        <del className={styles.was}>
          <Value text={before} />
        </del>
      </span>
      <span aria-hidden="true">→</span>
      <span>
        <span className={styles.word}>{t('rows.now')}</span>{' '}
        <ins className={styles.now}>
          <Value text={after ?? ''} />
        </ins>
      </span>
      {isClear(change) && (
        <Badge tone="warn" icon="warning">
          {t('rows.cleared')}
        </Badge>
      )}
    </span>
  )
}

function Value({ text }: { text: string }) {
  const { t } = useI18n()
  return text === '' ? <em>{t('rows.empty')}</em> : <LongText text={text} />
}
