import { useState } from 'react'
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components'
import type { Selection } from 'react-aria-components'
import { classNames } from '../components/class-names.ts'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { nameOfLanguage } from '../i18n/language.ts'
import { languages } from '../messages/index.ts'
import { signOut, useSession } from '../session/session.ts'
import { themes, useTheme } from '../theme/theme.ts'
import styles from './preferences.module.css'

/** Language, appearance, sign out. */
export function Preferences() {
  const { t, language, setLanguage } = useI18n()
  const [theme, setTheme] = useTheme()
  const [isMissing, setMissing] = useState(false)
  const speak = (chosen: string) => {
    setMissing(false)
    setLanguage(chosen).catch(() => setMissing(true))
  }
  const isSignedIn = useSession().state === 'signed-in'
  const themeNames = {
    system: t('common.themeSystem'),
    light: t('common.themeLight'),
    dark: t('common.themeDark'),
  }
  return (
    <MenuTrigger>
      {isMissing && (
        <p className={classNames('small bad', styles.missing)} role="alert">
          {t('common.languageMissing')}
        </p>
      )}
      <Button className={classNames('stack quiet', styles.opener)} aria-label={t('common.preferences')}>
        <Icon name="settings" />
      </Button>
      <Popover className={classNames('card', styles.popover)} placement="bottom end">
        <Menu className={styles.menu ?? ''} aria-label={t('common.preferences')}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[language]}
            onSelectionChange={(keys) => choose(languages, keys, speak)}
          >
            <Header className={classNames('note', styles.heading)}>{t('common.language')}</Header>
            {languages.map((code) => (
              <MenuItem
                key={code}
                id={code}
                className={classNames('line gap-2', styles.item)}
                textValue={nameOfLanguage(code)}
              >
                <Mark />
                <span lang={code}>{nameOfLanguage(code)}</span>
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={styles.line ?? ''} />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => choose(themes, keys, setTheme)}
          >
            <Header className={classNames('note', styles.heading)}>{t('common.appearance')}</Header>
            {themes.map((name) => (
              <MenuItem
                key={name}
                id={name}
                className={classNames('line gap-2', styles.item)}
                textValue={themeNames[name]}
              >
                <Mark />
                {themeNames[name]}
              </MenuItem>
            ))}
          </MenuSection>
          {isSignedIn && <Separator className={styles.line ?? ''} />}
          {isSignedIn && (
            <MenuItem className={classNames('line gap-2', styles.item)} onAction={() => signOut('left')}>
              {t('common.signOut')}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** Visible on the chosen item. */
function Mark() {
  return (
    <span className={styles.mark}>
      <Icon name="check" />
    </span>
  )
}

function choose<Choice>(choices: readonly Choice[], keys: Selection, set: (choice: Choice) => void): void {
  const chosen = choices.find((choice) => keys !== 'all' && keys.has(String(choice)))
  if (chosen !== undefined) set(chosen)
}
