import { ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './draft-gone.module.css'

interface DraftGoneProps {
  isExpired: boolean
  /** The run that it would have undone, if known. */
  undoes: string | null
}

/** Shown if the preview has expired or does not exist (any more), with what to do next. */
export function DraftGone({ isExpired, undoes }: DraftGoneProps) {
  const { t } = useI18n()
  const code = isExpired ? 'draft_expired' : 'draft_not_found'
  return (
    <EmptyState icon="clock" title={t(`problems.${code}`)}>
      <p>{undoes === null ? t(`advice.${code}`) : t('review.undoAgainText')}</p>
      {isExpired && <p>{t('review.nothingChanged')}</p>}
      <div className={classNames('wrap gap-3', styles.ways)}>
        {undoes === null ? (
          <ButtonLink kind="primary" icon="upload" to="/">
            {t('review.uploadAgain')}
          </ButtonLink>
        ) : (
          <ButtonLink kind="primary" icon="undo" to="/runs/$runId" params={{ runId: undoes }}>
            {t('review.backToRun')}
          </ButtonLink>
        )}
        {!isExpired && <ButtonLink to="/runs">{t('common.history')}</ButtonLink>}
      </div>
    </EmptyState>
  )
}
