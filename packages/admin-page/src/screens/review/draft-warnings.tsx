import type { Draft } from '@catalog/contracts'
import { Link } from '@tanstack/react-router'
import { HelpLink } from '../../components/help-link.tsx'
import { Notice } from '../../components/notice.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { knownCode } from '../../messages/known-codes.ts'
import { Explanation } from '../../rows/explanation.tsx'

/** Codes that sum up warnings of rows. */
const ofRows = new Set(['changed_since', 'kept'])

/** Warnings about the whole file. */
export function DraftWarnings({ draft: { draft_id: draftId, warnings } }: { draft: Draft }) {
  const { t } = useI18n()
  return warnings.map((warning) => {
    const { code, row, parameters } = warning
    const title = t(`fileWarnings.${knownCode('fileWarnings', code)}`)
    return (
      <Notice
        key={`${code} ${row ?? ''}`}
        tone="warn"
        title={
          ofRows.has(code) ? (
            <Link to="/imports/$draftId" params={{ draftId }} search={{ cause: code }} resetScroll={false}>
              {title}
            </Link>
          ) : (
            title
          )
        }
      >
        <p>
          <Explanation part="fileWarningTexts" problem={warning} />{' '}
          <HelpLink page="warnings" anchor={code}>
            {t('rows.help')}
            <VisuallyHidden>{`, ${title}`}</VisuallyHidden>
          </HelpLink>
        </p>
        {row !== undefined && parameters === undefined && <p>{t('rows.rowNumber', { row: String(row) })}</p>}
      </Notice>
    )
  })
}
