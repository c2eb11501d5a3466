import type { Draft } from '@catalog/contracts'
import { classNames } from '../../components/class-names.ts'
import { Facts } from '../../components/facts.tsx'
import { RunLink } from '../../components/run-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { FoldedFacts } from './file-facts.tsx'
import styles from './file-facts.module.css'

/** The import that would be undone, what is restored, and what is not. */
export function UndoFacts({ draft, undoes }: { draft: Draft; undoes: string }) {
  const { t, format } = useI18n()
  const undone = <RunLink runId={undoes} />
  return (
    <FoldedFacts draft={draft} summary={[t('review.undoTitle')]}>
      <p>{t('review.undoComesBack')}</p>
      <p>{t('review.undoStays')}</p>
      <Facts
        className={classNames('wrap', styles.facts)}
        facts={[
          [t('review.undoes'), undone],
          [t('review.rowsRead'), format.number(draft.row_count)],
          [t('review.productsRead'), format.number(draft.product_count)],
        ]}
      />
    </FoldedFacts>
  )
}
