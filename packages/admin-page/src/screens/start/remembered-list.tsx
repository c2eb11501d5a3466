import type { RememberedMapping } from '@catalog/contracts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { forgetMapping } from '../../api/forget-mapping.ts'
import { rememberedMappingsQuery } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Notice } from '../../components/notice.tsx'
import { PersonName } from '../../components/person-name.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useNow } from '../../components/use-now.ts'
import { useI18n, withTexts } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { fieldLabel } from '../mapping/fields.ts'
import styles from './remembered-list.module.css'

/** Remembered mappings, collapsed, each with a button to forget it. */
export const RememberedList = withTexts('mapping', Mappings)

function Mappings() {
  const { t } = useI18n()
  const mayImport = useMay('catalog:import')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(rememberedMappingsQuery)
  const queryClient = useQueryClient()
  const forgotten = useRef<HTMLDivElement>(null)
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: forgetMapping,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: rememberedMappingsQuery.queryKey })
      // The button that had the focus is gone.
      forgotten.current?.focus()
    },
  })
  const now = useNow(30_000)
  const mappings = data?.pages.flatMap((page) => page.mappings) ?? []
  return (
    <details className={styles.remembered}>
      <summary>{t('mapping.remembered')}</summary>
      {mappings.length > 0 && <p>{t('mapping.rememberedText')}</p>}
      {error && variables !== undefined && <ProblemNotice error={error} onRetry={() => mutate(variables)} />}
      <div ref={forgotten} tabIndex={-1} className={styles.forgotten}>
        {isSuccess && <Notice tone="good" live="polite" title={t('mapping.forgotten')} />}
      </div>
      <ul className={styles.list}>
        {mappings.map((mapping) => (
          <Mapping
            key={mapping.mapping_id}
            mapping={mapping}
            now={now}
            {...(mayImport && { onForget: () => mutate(mapping.mapping_id) })}
            isForgetting={isPending && variables === mapping.mapping_id}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('mapping.more')}
        </Button>
      )}
    </details>
  )
}

interface MappingProps {
  mapping: RememberedMapping
  now: number
  onForget?: () => void
  isForgetting: boolean
}

function Mapping({ mapping, now, onForget, isForgetting }: MappingProps) {
  const { t, format } = useI18n()
  const { columns, identity, created_by: person, last_used_at: lastUsed } = mapping
  const id = useId()
  return (
    <li className={classNames('line between gap-2-4', styles.mapping)}>
      <div className="shrink">
        <p id={id} className={classNames('wrap anywhere', styles.columns)}>
          {Object.entries(columns).map(([name, field]) => (
            <span key={name}>
              <bdi>{name}</bdi> <span aria-hidden="true">→</span> {fieldLabel(t, field)}
            </span>
          ))}
        </p>
        <p className={classNames('wrap small', styles.facts)}>
          <span>{t('mapping.foundBy', { field: fieldLabel(t, identity) })}</span>
          <span>{t('mapping.lastUsed', { when: format.sinceThen(lastUsed, now) })}</span>
          {person !== null && <PersonName person={person} />}
        </p>
      </div>
      {onForget && (
        <Button kind="quiet" isPending={isForgetting} onPress={onForget} aria-describedby={id}>
          {t('mapping.forget')}
        </Button>
      )}
    </li>
  )
}
