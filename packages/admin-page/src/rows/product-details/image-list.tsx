import type { FieldChange } from '@catalog/contracts'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { fieldName } from '../../messages/known-codes.ts'
import { RowRemarks } from '../row-remarks.tsx'
import { Address, AddressChange } from './address-change.tsx'
import { FieldValue } from './field-value.tsx'
import type { ImageView } from './product-view.ts'
import { RowBadge } from './row-badge.tsx'
import styles from './image-list.module.css'

interface ImageListProps {
  images: readonly ImageView[]
  /** Show the row of each image; otherwise all belong to one row. */
  haveRows?: boolean
}

/** Images that a product gets, or whose fields change. */
export function ImageList({ images, haveRows = false }: ImageListProps) {
  return (
    <ul className={styles.images}>
      {images.map((image, index) => (
        <ImageItem
          key={image.key}
          image={image}
          isHome={haveRows && image.isHome && images[index - 1]?.row !== image.row}
        />
      ))}
    </ul>
  )
}

function ImageItem({ image: { row, changes, picture }, isHome }: { image: ImageView; isHome: boolean }) {
  const { t } = useI18n()
  const address = changes.find(({ field }) => field === 'image_url')
  const others = changes.filter((change) => change !== address)
  return (
    <li
      className={classNames('row shrink', styles.image, others.some(isUpdate) && styles.isLarge)}
      {...(isHome && { id: `row-${row.row}`, tabIndex: -1 })}
    >
      {isHome && (
        <p className="line gap-2">
          <span className="medium figures">{t('rows.rowNumber', { row: String(row.row) })}</span>
          <RowBadge kind={row.kind} />
        </p>
      )}
      {address ? (
        <AddressChange before={address.before} after={address.after ?? ''} pictures={row.pictures} />
      ) : (
        picture && <Address url={picture.url} picture={picture} />
      )}
      {others.map((change) => (
        <Other key={change.field} change={change} />
      ))}
      {isHome && <RowRemarks row={row} />}
    </li>
  )
}

function isUpdate({ before }: FieldChange): boolean {
  return before !== null
}

/** Its position or its alt text. */
function Other({ change }: { change: FieldChange }) {
  const { t } = useI18n()
  const label = fieldName(t, change.field)
  return (
    <span className={classNames('baseline gap-words', styles.other)}>
      <span className="note">{label}</span> <FieldValue change={change} label={label} pictures={undefined} />
    </span>
  )
}
