import { ColumnName } from '../column-name.tsx'
import { FieldValue } from './field-value.tsx'
import type { Change, RowPicture } from './product-view.ts'
import { useFieldName } from './use-field-name.ts'
import styles from './field-list.module.css'

interface FieldListProps {
  changes: readonly Change[]
  pictures?: readonly RowPicture[] | undefined
  /** Of the product. */
  options?: readonly (string | null)[]
}

/** Fields one below the other, each with what is written into it. */
export function FieldList({ changes, pictures, options }: FieldListProps) {
  const nameOf = useFieldName()
  // A product may have hundreds of metadata fields; of each there is one change here.
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
