import type { RowError } from '@catalog/contracts'
import { use, useState } from 'react'
import { Form, Input, Label, TextField } from 'react-aria-components'
import { editOf } from '../api/preview.ts'
import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { fieldName } from '../messages/known-codes.ts'
import { Choosing } from './choosing.ts'
import styles from './cell-repair.module.css'

/** A value that long may be cut. */
const longestWhole = 199

interface CellRepairProps {
  row: number
  problem: Pick<RowError, 'code' | 'column' | 'file_column' | 'value' | 'suggestion'>
}

/** Corrects the cell that a problem is about; nothing where it cannot be. */
export function CellRepair({ row, problem }: CellRepairProps) {
  const { t } = useI18n()
  const choosing = use(Choosing)
  const [isOpen, setOpen] = useState(false)
  const { code, column, value, suggestion } = problem
  const edit = choosing?.edit
  if (!edit || column === null || !editOf(row, problem, null)) return null
  const set = (next: string | null) => {
    setOpen(false)
    edit(() => [editOf(row, problem, next) ?? []].flat())
  }
  if (isOpen) {
    const isWhole = value !== null && value.length <= longestWhole
    return (
      <CellForm
        label={t('repair.cell', { column: fieldName(t, column), row: String(row) })}
        initial={suggestion ?? (isWhole ? value : '')}
        onSet={set}
        onCancel={() => setOpen(false)}
      />
    )
  }
  const isPending = choosing.isPending
  return (
    <div className={classNames('wrap gap-2', styles.actions)}>
      {suggestion !== undefined && (
        <Button isPending={isPending} onPress={() => set(suggestion)}>
          {t('repair.use', { value: suggestion })}
        </Button>
      )}
      <Button kind="quiet" icon="pencil" isPending={isPending} onPress={() => setOpen(true)}>
        {t('repair.edit')}
      </Button>
      {code === 'edited' && (
        <Button kind="quiet" isPending={isPending} onPress={() => set(null)}>
          {t('repair.takeBack')}
        </Button>
      )}
    </div>
  )
}

interface CellFormProps {
  label: string
  initial: string
  onSet: (value: string) => void
  onCancel: () => void
}

function CellForm({ label, initial, onSet, onCancel }: CellFormProps) {
  const { t } = useI18n()
  const [text, setText] = useState(initial)
  return (
    <Form
      className={classNames('wrap gap-2', styles.actions)}
      onSubmit={(event) => {
        event.preventDefault()
        onSet(text)
      }}
    >
      <TextField
        className={classNames('stack gap-1 small', styles.field)}
        value={text}
        onChange={setText}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened it had the focus
        autoFocus
      >
        <Label>{label}</Label>
        <Input />
      </TextField>
      <Button kind="primary" type="submit">
        {t('repair.save')}
      </Button>
      <Button kind="quiet" onPress={onCancel}>
        {t('common.cancel')}
      </Button>
    </Form>
  )
}
