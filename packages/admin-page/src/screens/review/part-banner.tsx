import type { Draft } from '@catalog/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useI18n, withTexts } from '../../i18n/i18n.tsx'
import { recordPart, splitQuery } from '../../parts/parts-query.ts'
import { partOfDraft, partsLeft } from '../../parts/split.ts'
import type { Part, Split } from '../../parts/split.ts'

/** Shown if the draft is a part of a larger file: which part, and what follows. */
export function PartBanner({ draft }: { draft: Draft }) {
  const { data: split } = useQuery(splitQuery)
  const part = split ? partOfDraft(split, draft) : undefined
  return split && part ? <Banner draft={draft} split={split} part={part} /> : null
}

const Banner = withTexts('parts', Shown, null)

function Shown({ draft, split, part }: { draft: Draft; split: Split; part: Part }) {
  const { t } = useI18n()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const skip = useMutation({
    mutationFn: () => recordPart(queryClient, split, part.number, { is: 'skipped' }),
    onSuccess: () => navigate({ to: '/parts', search: { next: true }, replace: true }),
  })
  const isLast = partsLeft(split).every(({ number }) => number === part.number)
  return (
    <Notice
      tone="info"
      title={t('parts.of', { part: part.number, total: split.parts.length, name: split.fileName })}
      actions={
        <>
          {!draft.importable && (
            <Button kind="primary" onPress={() => skip.mutate()} isPending={skip.isPending}>
              {t('parts.skip')}
            </Button>
          )}
          <ButtonLink to="/parts">{t('parts.all')}</ButtonLink>
        </>
      }
    >
      <p>{draft.importable ? t(isLast ? 'parts.thenLast' : 'parts.thenNext') : t('parts.skipText')}</p>
    </Notice>
  )
}
