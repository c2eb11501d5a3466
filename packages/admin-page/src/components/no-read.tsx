import { useI18n } from '../i18n/i18n.tsx'
import { Notice } from './notice.tsx'

/** Shown in place of content that needs the scope `catalog:read`. */
export function NoRead() {
  const { t } = useI18n()
  return (
    <Notice tone="info" title={t('common.noRead')}>
      <p>{t('common.noReadText')}</p>
    </Notice>
  )
}
