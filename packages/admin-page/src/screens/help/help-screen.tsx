import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { classNames } from '../../components/class-names.ts'
import { Screen } from '../../components/screen.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { HelpContents } from './help-contents.tsx'
import styles from './help-contents.module.css'
import { HelpText } from './help-text.tsx'
import { findInHelp, useHelp } from './use-help.ts'

export function HelpScreen() {
  const { t } = useI18n()
  const { intro, pages } = useHelp()
  const [q, setQ] = useState('')
  const found = q === '' ? [] : findInHelp(pages, q)
  return (
    <Screen
      title={t('help.title')}
      aside={<SearchBox label={t('rows.search')} placeholder={t('help.searchFor')} q={q} onSearch={setQ} />}
    >
      <p role="status">{q !== '' && t('help.found', { count: found.length })}</p>
      {q === '' ? (
        <>
          <HelpText html={intro} />
          <HelpContents />
        </>
      ) : (
        <ul className={classNames('stack gap-1', styles.pages)}>
          {found.map(({ page, anchor, text }) => (
            <li key={`${page} ${text}`}>
              <Link to="/help/$page" params={{ page }} hash={anchor} className={styles.page}>
                {t(`helpPages.${page}`)}
              </Link>
              <p className={styles.found}>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  )
}
