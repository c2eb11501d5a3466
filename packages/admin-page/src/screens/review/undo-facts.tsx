import type { Draft } from '../../api/client.ts'
import { Panel } from '../../components/panel.tsx'
import { RunLink } from '../../components/run-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { DraftWarnings } from './draft-warnings.tsx'
import styles from './file-facts.module.css'

/** The import that would be undone, what is restored, and what is not. */
export function UndoFacts({ draft, undoes }: { draft: Draft; undoes: string }) {
  const { t, format } = useI18n()
  return (
    <Panel title={t('review.undoTitle')}>
      <p>{t('review.undoComesBack')}</p>
      <p>{t('review.undoStays')}</p>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>{t('review.undoes')}</dt>
          <dd>
            <RunLink runId={undoes} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>{t('review.rowsRead')}</dt>
          <dd>{format.number(draft.row_count)}</dd>
        </div>
        <div className={styles.fact}>
          <dt>{t('review.productsRead')}</dt>
          <dd>{format.number(draft.product_count)}</dd>
        </div>
      </dl>
      <DraftWarnings draft={draft} />
    </Panel>
  )
}
