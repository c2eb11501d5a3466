import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { HelpContents } from './help-contents.tsx'
import { intro } from './help-pages.js'
import { HelpText } from './help-text.tsx'

export function HelpScreen() {
  const { t } = useI18n()
  return (
    <Screen title={t('help.title')}>
      <HelpText html={intro} />
      <HelpContents />
    </Screen>
  )
}
