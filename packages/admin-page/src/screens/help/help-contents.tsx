import { Link } from '@tanstack/react-router'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './help-contents.module.css'
import type { HelpPageName } from './help-pages.js'
import { isPage, useHelp } from './use-help.ts'

/** All pages of the help, with the sections of the open page, or of all pages if none is open. */
export function HelpContents({ open }: { open?: HelpPageName }) {
  const { t } = useI18n()
  const { pages } = useHelp()
  return (
    <nav aria-label={t('help.contents')} className={open && styles.beside}>
      <ul className={classNames('stack gap-1', styles.pages)}>
        {Object.keys(pages)
          .filter(isPage)
          .map((page) => (
            <li key={page}>
              <Link to="/help/$page" params={{ page }} className={styles.page}>
                {t(`helpPages.${page}`)}
              </Link>
              {(open === undefined || open === page) && pages[page].parts.length > 0 && (
                <ul className={styles.parts}>
                  {pages[page].parts.map(({ anchor, title }) => (
                    <li key={anchor}>
                      <Link
                        to="/help/$page"
                        params={{ page }}
                        hash={anchor}
                        activeOptions={{ includeHash: true }}
                        className={styles.part}
                      >
                        {title}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
      </ul>
    </nav>
  )
}
