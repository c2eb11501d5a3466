import { Notice } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Split } from '../../parts/split.ts'

const reasons = ['rows_apart', 'too_large', 'same_name'] as const
const maxNamed = 5

/** Lists products that are not whole in one part, and what to do about them. */
export function ApartProducts({ split: { apart, apartCount } }: { split: Split }) {
  const { t } = useI18n()
  return (
    <Notice tone="warn" title={t('parts.apart', { count: apartCount })}>
      {reasons.map((reason) => {
        const names = [...new Set(apart.filter((one) => one.reason === reason).map(({ name }) => name))]
        if (names.length === 0) return null
        const named = names.slice(0, maxNamed).join(', ')
        return (
          <p key={reason}>
            {t(`parts.${reason}`)} <bdi>{names.length > maxNamed ? `${named} …` : named}</bdi>
          </p>
        )
      })}
    </Notice>
  )
}
