import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { splitQuery } from '../../parts/parts-query.ts'
import { endOf, partsLeft } from '../../parts/split.ts'
import { DiscardParts } from './discard-parts.tsx'

/** On the start screen: the remaining parts of a file that was split, with a link to continue. */
export function PartsLeft() {
  const { t, format } = useI18n()
  const { data: split } = useQuery(splitQuery)
  if (!split) return null
  const { fileName: name, parts } = split
  const left = partsLeft(split).length
  return (
    <Notice
      tone="info"
      title={t('parts.left', { count: left, name })}
      actions={
        <>
          <ButtonLink kind="primary" to="/parts">
            {t('parts.goOn')}
          </ButtonLink>
          <DiscardParts split={split} />
        </>
      }
    >
      <p>
        {t('parts.leftText', {
          done: parts.length - left,
          total: parts.length,
          date: format.dateTime(new Date(endOf(split)).toISOString()),
        })}
      </p>
    </Notice>
  )
}
