import type { Draft } from '@catalog/contracts'
import { useState } from 'react'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './file-facts.module.css'
import type { Decision } from './use-decision.ts'

const names = { all: 'choice.all', existing: 'choice.onlyExisting', new: 'choice.onlyNew' } as const
const choices = ['all', 'existing', 'new'] as const

interface ProductChoiceProps {
  draft: Draft
  revise: Decision['revise']
}

/** Chooses between all products of the file, those that the catalog has, and new ones. */
export function ProductChoice({ draft, revise }: ProductChoiceProps) {
  const { t } = useI18n()
  // The chosen one at once, however long the preview takes.
  const [waited, setWaited] = useState(draft.choice.products)
  return (
    <label className={classNames('line gap-2 note', styles.choice)}>
      {t('choice.import')}
      <select
        value={revise.isPending ? waited : draft.choice.products}
        onChange={({ target }) => {
          const products = choices.find((one) => one === target.value)
          if (products === undefined) return
          setWaited(products)
          revise.mutate(() => ({ products }))
        }}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(names[one])}
          </option>
        ))}
      </select>
    </label>
  )
}
