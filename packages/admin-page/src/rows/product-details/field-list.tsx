import type { FieldChange, RowPicture } from '@catalog/contracts'
import { ColumnName } from '../column-name.tsx'
import { FieldValue } from './field-value.tsx'
import { useFieldName } from './use-field-name.ts'
import styles from './field-list.module.css'

interface FieldListProps {
  changes: readonly FieldChange[]
  pictures?: readonly RowPicture[] | undefined
  /** The options of the product. */
  options?: readonly (string | null)[]
}

/** A list of fields, each with its new value or change. */
export function FieldList({ changes, pictures, options }: FieldListProps) {
  const nameOf = useFieldName()
  // A product may have hundreds of metadata fields, each with one change here.
  return (
    <dl className={styles.fields}>
      {changes.map((change) => {
        const option = options?.[Number(/^option(\d)_value$/.exec(change.field)?.[1]) - 1]
        return (
          <div key={change.field} className={styles.field}>
            <dt>{option ?? <ColumnName name={change.field} />}</dt>
            <dd>
              <FieldValue change={change} label={option ?? nameOf(change.field)} pictures={pictures} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
