import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './draft-gone.module.css'

/** Where the preview has run out or is not there (any more): the way on is to upload the file again. */
export function DraftGone({ isExpired }: { isExpired: boolean }) {
  const { t } = useI18n()
  return (
    <EmptyState icon="clock" title={t(isExpired ? 'problems.draft_expired' : 'problems.draft_not_found')}>
      <p>{t(isExpired ? 'advice.draft_expired' : 'advice.draft_not_found')}</p>
      {isExpired && <p>{t('review.nothingChanged')}</p>}
      <div className={styles.ways}>
        <ButtonLink kind="primary" icon="upload" to="/">
          {t('review.uploadAgain')}
        </ButtonLink>
        {!isExpired && <ButtonLink to="/runs">{t('common.history')}</ButtonLink>}
      </div>
    </EmptyState>
  )
}
