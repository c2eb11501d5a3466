import { useState } from 'react'
import { openDrafts } from '../../api/open-drafts.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useNow } from '../../components/use-now.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSession } from '../../session/session.ts'
import styles from './open-previews.module.css'

/** Links to previews that are neither applied nor discarded. */
export function OpenPreviews() {
  const { t, format } = useI18n()
  const session = useSession()
  const now = useNow(30_000)
  const [drafts] = useState(() =>
    session.state === 'signed-in' ? openDrafts(session.claims.storefrontId, Date.now()) : [],
  )
  const open = drafts.filter((draft) => Date.parse(draft.expires_at) > now)
  if (open.length === 0) return null
  return (
    <Notice tone="info" title={t('start.openPreviews', { count: open.length })}>
      <ul className={styles.list}>
        {open.map((draft) => (
          <li key={draft.draft_id} className={styles.draft}>
            <span>
              {t('start.openPreviewRows', {
                count: draft.row_count,
                when: format.sinceThen(draft.created_at, now),
              })}
            </span>
            <ButtonLink to="/imports/$draftId" params={{ draftId: draft.draft_id }}>
              {t('start.openPreview')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
