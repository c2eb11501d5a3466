import { useState } from 'react'
import { Panel } from '../../components/panel.tsx'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n, withTexts } from '../../i18n/i18n.tsx'
import { heldFile } from '../start/held-file.ts'
import { ImportForm } from '../start/import-panel.tsx'
import { MappingForm } from './mapping-form.tsx'

/** Asks which columns the file has, also where its format is known. */
const ask = { identity: 'title' } as const

/** Asks for the mapping of the file that was just uploaded, or of one that is chosen here. */
export const MappingScreen = withTexts('mapping', Mapping, <Skeleton lines={6} />)

function Mapping() {
  const { t } = useI18n()
  const [held, setHeld] = useState(heldFile)
  const onAsked = () => setHeld(heldFile())
  if (held?.file && held.question !== null) {
    const { file, question, before } = held
    const columns = JSON.stringify(question.columns.map(({ name }) => name))
    return <MappingForm key={columns} file={file} question={question} before={before} onAsked={onAsked} />
  }
  return (
    <Screen key="file" title={t('mapping.title')} lead={t('mapping.lead')}>
      <Panel title={t('mapping.again')}>
        <p>{t('mapping.againText')}</p>
        <ImportForm file={held?.file ?? null} mapping={ask} onAsked={onAsked} />
      </Panel>
    </Screen>
  )
}
