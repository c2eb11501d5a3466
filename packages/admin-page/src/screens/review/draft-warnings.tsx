import type { Draft } from '../../api/client.ts'
import { Notice } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { knownFileWarning } from '../../messages/known-codes.ts'

/** What is worth knowing about all of it. */
export function DraftWarnings({ draft: { warnings } }: { draft: Draft }) {
  const { t } = useI18n()
  return warnings.map(({ code, message, row }) => (
    <Notice key={`${code} ${row ?? ''}`} tone="warn" title={t(`fileWarnings.${knownFileWarning(code)}`)}>
      <p lang="en">{message}</p>
      {row !== undefined && <p>{t('rows.rowNumber', { row: String(row) })}</p>}
    </Notice>
  ))
}
