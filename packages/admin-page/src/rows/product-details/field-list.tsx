import type { FieldChange, RowPicture } from '@catalog/contracts'
import { useI18n } from '../../i18n/i18n.tsx'
import { fieldName } from '../../messages/known-codes.ts'
import { ColumnName } from '../column-name.tsx'
import { FieldValue } from './field-value.tsx'
import styles from './field-list.module.css'

interface FieldListProps {
  changes: readonly FieldChange[]
  pictures?: readonly RowPicture[] | undefined
  /** The options of the product. */
  options?: readonly (string | null)[]
}

/** A list of fields, each with its new value or change. */
export function FieldList({ changes, pictures, options }: FieldListProps) {
  const { t } = useI18n()
  // A product may have hundreds of metadata fields, each with one change here.
  return (
    <dl className="stack">
      {changes.map((change) => {
        const option = options?.[Number(/^option(\d)_value$/.exec(change.field)?.[1]) - 1]
        return (
          <div key={change.field} className={styles.field}>
            <dt>{option ?? <ColumnName name={change.field} />}</dt>
            <dd>
              <FieldValue change={change} label={option ?? fieldName(t, change.field)} pictures={pictures} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
