import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Panel } from '../../components/panel.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import example from './example.csv?raw'
import styles from './start-screen.module.css'

/** Of an empty catalog, instead of its export: how an import goes, and a file to try it with. */
export function Welcome({ onTry }: { onTry: (file: File) => void }) {
  const { t } = useI18n()
  return (
    <Panel title={t('start.welcome')}>
      <ol className={classNames('stack gap-2', styles.steps)}>
        <li>{t('start.welcomeChoose')}</li>
        <li>{t('start.welcomeReview')}</li>
        <li>{t('start.welcomeApply')}</li>
      </ol>
      <Button onPress={() => onTry(new File([example], t('start.exampleName'), { type: 'text/csv' }))}>
        {t('start.tryExample')}
      </Button>
      <p className="note">{t('start.exampleHint')}</p>
    </Panel>
  )
}
