import type { DraftPage, DraftSummary } from '@catalog/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { api, done } from '../../api/client.ts'
import { isTransient } from '../../api/problem.ts'
import { openDraftsQuery } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { PersonName } from '../../components/person-name.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { useUndoTitle } from '../../components/run-title.ts'
import { useNow } from '../../components/use-now.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { CancelButton } from '../review/cancel-button.tsx'
import styles from './open-previews.module.css'

/** The storefront's previews that are neither applied nor discarded, each with its way there and out. */
export function OpenPreviews({ query }: { query: UseInfiniteQueryResult<InfiniteData<DraftPage>> }) {
  const { t } = useI18n()
  const queryClient = useQueryClient()
  const now = useNow(30_000)
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const drafts = data?.pages.flatMap((page) => page.drafts) ?? []
  const open = drafts.filter((draft) => Date.parse(draft.expires_at) > now)
  const discarded = useRef<HTMLDivElement>(null)
  const discard = useMutation({
    mutationFn: (draftId: string) =>
      done(api.POST('/api/products/imports/{draft_id}/cancel', { params: { path: { draft_id: draftId } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey }),
    // The button that had the focus is gone.
    onSuccess: () => discarded.current?.focus(),
  })
  return (
    <>
      {/* The screen shows separately that the service is unavailable. */}
      {!isTransient(error) && <QueryProblem query={query} />}
      <div ref={discarded} tabIndex={-1} className={styles.discarded}>
        {discard.isSuccess && <Notice tone="good" live="polite" title={t('start.discarded')} />}
      </div>
      {discard.error && <ProblemNotice error={discard.error} />}
      {open.length > 0 && (
        <Panel title={t('start.openPreviews', { count: open.length })}>
          <ul className="stack gap-3">
            {open.map((draft) => (
              <OpenPreview
                key={draft.draft_id}
                draft={draft}
                now={now}
                onDiscard={() => discard.mutate(draft.draft_id)}
                isDiscarding={discard.isPending && discard.variables === draft.draft_id}
              />
            ))}
          </ul>
          {hasNextPage && (
            <Button isPending={isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t('start.morePreviews')}
            </Button>
          )}
        </Panel>
      )}
    </>
  )
}

interface OpenPreviewProps {
  draft: DraftSummary
  now: number
  onDiscard: () => void
  isDiscarding: boolean
}

function OpenPreview({ draft, now, onDiscard, isDiscarding }: OpenPreviewProps) {
  const { t, format } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const { file_name: file, created_by: person, created_at: createdAt } = draft
  const undoes = draft.origin.run_id
  const undo = useUndoTitle(undoes)
  const id = useId()
  return (
    <li className={classNames('row', styles.draft)}>
      <div className={styles.words}>
        <p className="medium anywhere" id={id}>
          {undoes !== null ? undo : file === null ? t('start.noFileName') : <bdi>{file}</bdi>}
        </p>
        <p className={classNames('wrap note', styles.facts)}>
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
      <ButtonLink to="/imports/$draftId" params={{ draftId: draft.draft_id }} aria-describedby={id}>
        {t('start.openPreview')}
      </ButtonLink>
      {mayPropose && (
        <CancelButton
          isUndo={undoes !== null}
          kind="quiet"
          isPending={isDiscarding}
          onCancel={onDiscard}
          aria-describedby={id}
        />
      )}
    </li>
  )
}
