import type { DraftSummary } from '@catalog/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { isTransient } from '../../api/problem.ts'
import { openDraftsQuery } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { PersonName } from '../../components/person-name.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { useUndoTitle } from '../../components/run-title.ts'
import { useNow } from '../../components/use-now.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import styles from './open-previews.module.css'

/** Links to the storefront's previews that are neither applied nor discarded. */
export function OpenPreviews() {
  const { t } = useI18n()
  const mayRead = useMay('drafts')
  const query = useInfiniteQuery({ ...openDraftsQuery, enabled: mayRead })
  const now = useNow(30_000)
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const drafts = data?.pages.flatMap((page) => page.drafts) ?? []
  const open = drafts.filter((draft) => Date.parse(draft.expires_at) > now)
  return (
    <>
      {/* The screen shows separately that the service is unavailable. */}
      {!isTransient(error) && <QueryProblem query={query} />}
      {open.length > 0 && (
        <Notice tone="info" title={t('start.openPreviews', { count: open.length })}>
          <ul className={styles.list}>
            {open.map((draft) => (
              <OpenPreview key={draft.draft_id} draft={draft} now={now} />
            ))}
          </ul>
          {hasNextPage && (
            <Button isPending={isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t('start.morePreviews')}
            </Button>
          )}
        </Notice>
      )}
    </>
  )
}

function OpenPreview({ draft, now }: { draft: DraftSummary; now: number }) {
  const { t, format } = useI18n()
  const { file_name: file, created_by: person, created_at: createdAt } = draft
  const undoes = draft.origin.run_id
  const undo = useUndoTitle(undoes)
  return (
    <li className={styles.draft}>
      <div>
        <p className={styles.name}>
          {undoes !== null ? undo : file === null ? t('start.noFileName') : <bdi>{file}</bdi>}
        </p>
        <p className={styles.facts}>
          <span>
            {t(undoes === null ? 'start.openPreviewRows' : 'start.openUndoRows', {
              count: draft.row_count,
              when: format.sinceThen(createdAt, now),
            })}
          </span>
          {person !== null && <PersonName person={person} />}
          <span>{t('review.expiresIn', { time: format.timeLeft(Date.parse(draft.expires_at) - now) })}</span>
        </p>
      </div>
      <ButtonLink to="/imports/$draftId" params={{ draftId: draft.draft_id }}>
        {t('start.openPreview')}
      </ButtonLink>
    </li>
  )
}
