import type { Choice, MappingIdentity } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { columnErrorsOf } from '../../api/mapping-question.ts'
import type { MappingQuestion } from '../../api/mapping-question.ts'
import { summaryQuery } from '../../api/queries.ts'
import { Screen } from '../../components/screen.tsx'
import { SkipLink } from '../../components/skip-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useUpload } from '../start/use-upload.ts'
import type { HeldFile } from '../start/held-file.ts'
import { firstChoices, mappedColumns, nextStep } from './choices.ts'
import type { Choices } from './choices.ts'
import { ColumnList } from './column-list.tsx'
import { ContinueBar, continueId } from './continue-bar.tsx'
import { EffectPanel } from './effect.tsx'
import { IdentityChoice } from './identity-choice.tsx'
import { choiceFor, identityOf, obstacleOf } from './missing.ts'
import styles from './mapping-form.module.css'

interface MappingFormProps {
  file: File
  question: MappingQuestion
  before: HeldFile['before']
  /** Called if the file has different columns by now. */
  onAsked: () => void
}

/** The mapping of a file's columns, and the button to the preview. */
export function MappingForm({ file, question, before, onAsked }: MappingFormProps) {
  const { t } = useI18n()
  const { columns } = question
  const [{ choices, moved }, dispatch] = useReducer(nextStep, null, () => {
    const first = firstChoices(columns, before?.columns)
    return { choices: first, entered: first, moved: null }
  })
  const [chosenIdentity, setIdentity] = useState<MappingIdentity | null>(before?.identity ?? null)
  const [chosen, setChosen] = useState<Partial<Choice>>(before?.choice ?? {})
  const isFirst = useQuery(summaryQuery).data?.product_count === 0
  const [remember, setRemember] = useState(true)
  const { upload, start, running } = useUpload(onAsked)
  const [sent, setSent] = useState<Choices | null>(null)

  const fields = useMemo(() => new Set(choices.values()), [choices])
  const identity = identityOf(fields, chosenIdentity, question.identity)
  const obstacle = obstacleOf(fields, identity)
  const choice = choiceFor(identity, fields, chosen, isFirst)
  const error = upload.state === 'failed' && sent === choices ? upload.error : null
  const columnErrors = useMemo(() => columnErrorsOf(error), [error])
  useEffect(() => {
    if (error === null) return
    const refused = document.querySelector<HTMLElement>('select[aria-invalid=true]')
    ;(refused ?? document.getElementById(continueId))?.focus()
  }, [error])

  const mapping = { columns: mappedColumns(columns, choices), identity }
  const proceed = () => {
    setSent(choices)
    start(file, { ...mapping, remember }, choice)
  }
  return (
    <Screen key="columns" title={t('mapping.title')} lead={t('mapping.lead')}>
      <div className={styles.form}>
        <SkipLink to={continueId}>{t('mapping.skip')}</SkipLink>
        <div className={styles.parts} inert={running !== null}>
          <ColumnList
            fileName={file.name}
            columns={columns}
            choices={choices}
            onStep={dispatch}
            moved={moved}
            errors={columnErrors}
          />
          <IdentityChoice
            fields={fields}
            identity={identity}
            onIdentity={setIdentity}
            choice={choice}
            onChoice={(part) => setChosen({ ...chosen, ...part })}
          />
          {obstacle === null && running === null && (
            <EffectPanel file={file} mapping={mapping} choice={choice} />
          )}
        </div>
        <ContinueBar
          upload={upload}
          running={running}
          error={error}
          obstacle={obstacle}
          identity={identity}
          remember={remember}
          onRemember={setRemember}
          onContinue={proceed}
        />
      </div>
    </Screen>
  )
}
