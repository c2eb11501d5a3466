import type { Draft, UsedMapping as Used } from '@catalog/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { forgetMapping } from '../../api/forget-mapping.ts'
import { rememberedMappingsQuery } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Notice } from '../../components/notice.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n, withTexts } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { fieldLabel } from '../mapping/fields.ts'
import { useMappingChange } from './use-mapping-change.ts'
import styles from './used-mapping.module.css'

/** The mapping with which a file was read, and buttons to change it. */
export const UsedMapping = withTexts('mapping', Shown)

function Shown({ draft, mapping }: { draft: Draft; mapping: Used }) {
  const { t } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const mayForget = useMay('catalog:import')
  const change = useMappingChange(draft)
  const { columns, identity, mapping_id: mappingId, remembered } = mapping
  const title = identity === null ? 'mapping.ownOnly' : remembered ? 'mapping.asLastTime' : 'mapping.asChosen'

  return (
    <div className={classNames('stack gap-3', styles.mapping)}>
      <h3 className={styles.title}>{t(title)}</h3>
      <ul className={classNames('wrap', styles.columns)}>
        {Object.entries(columns).map(([name, field]) => (
          <li key={name}>
            <bdi className="ink medium anywhere">{name}</bdi>
            <span aria-hidden="true">→</span>
            <span>{fieldLabel(t, field)}</span>
          </li>
        ))}
      </ul>
      <p className="note">
        {identity !== null && t('mapping.foundBy', { field: fieldLabel(t, identity) })}
        {!remembered && mappingId !== null && ` ${t('mapping.nextToo')}`}
      </p>
      {mayPropose && (
        <div className={classNames('row', styles.actions)}>
          {identity !== null && <Button onPress={change}>{t('mapping.change')}</Button>}
          {mayForget && mappingId !== null && <Forget mappingId={mappingId} />}
        </div>
      )}
    </div>
  )
}

function Forget({ mappingId }: { mappingId: string }) {
  const { t } = useI18n()
  const queryClient = useQueryClient()
  const done = useRef<HTMLDivElement>(null)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => forgetMapping(mappingId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: rememberedMappingsQuery.queryKey }),
  })
  // The button that had the focus is gone.
  useEffect(() => {
    if (isSuccess) done.current?.focus()
  }, [isSuccess])
  if (isSuccess) {
    return (
      <div ref={done} tabIndex={-1} className={styles.forgotten}>
        <Notice tone="good" live="polite" title={t('mapping.forgotten')} />
      </div>
    )
  }
  return (
    <>
      <Button kind="quiet" isPending={isPending} onPress={() => mutate()}>
        {t('mapping.forget')}
      </Button>
      {error && <ProblemNotice error={error} onRetry={() => mutate()} />}
    </>
  )
}
