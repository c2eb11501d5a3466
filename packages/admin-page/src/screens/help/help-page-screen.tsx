import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { classNames } from '../../components/class-names.ts'
import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { NotFoundScreen } from '../not-found/not-found-screen.tsx'
import { HelpContents } from './help-contents.tsx'
import styles from './help-page-screen.module.css'
import { HelpText } from './help-text.tsx'
import { isPage, useHelp } from './use-help.ts'

const route = getRouteApi('/help/$page')

export function HelpPageScreen() {
  const { t } = useI18n()
  const { pages } = useHelp()
  const { page } = route.useParams()
  const { hash, state } = useLocation()
  // eslint-disable-next-line no-underscore-dangle -- the router calls it so
  const visit = state.__TSR_key
  if (!isPage(page)) return <NotFoundScreen />
  return (
    <>
      <Screen key={page} title={t(`helpPages.${page}`)}>
        <div className={styles.columns}>
          <HelpContents open={page} />
          <div className={classNames('stack gap-4', styles.text)}>
            <HelpText {...pages[page]} />
          </div>
        </div>
      </Screen>
      {/* Behind the screen, which moves the focus to its heading; again for a link that has been followed before. */}
      {hash !== '' && <FocusOn key={visit} id={hash} />}
    </>
  )
}

function FocusOn({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return null
}
