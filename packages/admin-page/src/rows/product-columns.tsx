import type { DraftProduct } from '@catalog/contracts'
import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '../components/badge.tsx'
import { classNames } from '../components/class-names.ts'
import type { Column } from '../components/data-table.tsx'
import { Icon } from '../components/icon.tsx'
import { Picture } from '../components/picture.tsx'
import { VisuallyHidden } from '../components/visually-hidden.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import type { Translate } from '../i18n/translate.ts'
import { Choosing } from './choosing.ts'
import { WasNow } from './product-details/was-now.tsx'
import { changesText, percentOf, pricesText, titleOf } from './product-texts.ts'
import styles from './products-table.module.css'

/** Which products are open. */
export interface Opening {
  isOpen: (handle: string) => boolean
  toggle: (handle: string) => void
}

export const Opening = createContext<Opening>({ isOpen: () => false, toggle: () => {} })

type Cell = { row: { original: DraftProduct } }

/** As people know them from the list of products of their shop; the first one where products can be left out. */
export const productColumns: Column<DraftProduct>[] = [
  { id: 'import', header: () => <Words of="choice.import" />, enableSorting: false, cell: Import },
  { id: 'picture', header: () => <Words of="rows.image" />, enableSorting: false, cell: PictureOf },
  {
    id: 'title',
    header: () => <Sorts of="rows.product" by="rows.titleOrder" />,
    cell: Title,
    accessorFn: titleOf,
  },
  {
    id: 'price',
    header: () => <Sorts of="changes.price" by="rows.priceOrder" />,
    cell: Price,
    accessorFn: ({ price }) => price,
    sortDescFirst: true,
  },
  {
    id: 'stock',
    header: () => <Sorts of="changes.stock" by="rows.stockOrder" />,
    cell: Stock,
    accessorFn: ({ stock }) => stock,
    sortDescFirst: true,
  },
  { id: 'status', header: () => <Words of="changes.status" />, enableSorting: false, cell: Status },
  { id: 'happens', header: () => <Words of="rows.alsoChanges" />, enableSorting: false, cell: Happens },
]

/** The same without what opens, picks or pictures products. */
export const plainProductColumns: Column<DraftProduct>[] = [
  { id: 'title', header: () => <Words of="rows.product" />, cell: PlainTitle },
  ...productColumns.slice(3),
]

type Key =
  | 'choice.import'
  | 'rows.image'
  | 'rows.product'
  | 'rows.alsoChanges'
  | 'rows.titleOrder'
  | 'rows.priceOrder'
  | 'rows.stockOrder'
  | 'changes.price'
  | 'changes.stock'
  | 'changes.status'

function Words({ of }: { of: Key }) {
  return useI18n().t(of)
}

function Sorts({ of, by }: { of: Key; by: Key }) {
  const { t } = useI18n()
  return <span title={t(by)}>{t(of)}</span>
}

/** Ticked: the product is imported. */
function Import({ row: { original } }: Cell) {
  const { t } = useI18n()
  const choosing = use(Choosing)
  const { handle, kind } = original
  const isOut = choosing?.choice.without_handles.includes(handle) ?? false
  if (!choosing || (!isOut && kind !== 'new' && kind !== 'changed')) return null
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={!isOut}
        onChange={() =>
          isOut ? choosing.takeBack(handle) : choosing.leaveOut(() => Promise.resolve([handle]))
        }
      />
      <VisuallyHidden>
        {t('choice.import')} <bdi>{titleOf(original)}</bdi>
      </VisuallyHidden>
    </label>
  )
}

function PictureOf({ row: { original } }: Cell) {
  const { picture } = original
  if (picture && 'image_id' in picture) {
    return <Picture imageId={picture.image_id} renditions={Object.keys(picture.renditions)} alt="" />
  }
  return <Picture imageId="" renditions={[]} alt="" />
}

function Title({ row: { original } }: Cell) {
  const { isOpen, toggle } = use(Opening)
  const { handle } = original
  return (
    <>
      <button
        type="button"
        className={classNames('gap-1 medium anywhere', styles.toggle)}
        aria-expanded={isOpen(handle)}
        onClick={() => toggle(handle)}
      >
        <Icon name="chevron" />
        <bdi>{titleOf(original)}</bdi>
      </button>
      <span className={styles.handle}>
        <FormerTitle of={original} />
      </span>
    </>
  )
}

function PlainTitle({ row: { original } }: Cell) {
  return (
    <>
      <bdi className={styles.title}>{titleOf(original)}</bdi>
      <FormerTitle of={original} />
    </>
  )
}

/** The title that it had, and the handle. */
function FormerTitle({ of: { handle, title } }: { of: DraftProduct }) {
  const { t } = useI18n()
  const isRetitled = title.before !== null && title.after !== null && title.before !== title.after
  return (
    <span className={styles.quiet}>
      {isRetitled && (
        <>
          <VisuallyHidden>{t('rows.was')} </VisuallyHidden>
          <del>
            <bdi>{title.before}</bdi>
          </del>
          {' · '}
        </>
      )}
      <bdi>{handle}</bdi>
    </span>
  )
}

function Price({ row: { original } }: Cell) {
  const { format, t } = useI18n()
  const { price, risks } = original
  const percent = percentOf(price)
  const isRisky = risks.some((risk) => risk === 'price_falls' || risk === 'price_rises')
  return (
    <Change label={t('changes.price')} of={price} text={(one) => pricesText(format, one)}>
      {percent !== null && (
        <span className={classNames(styles.percent, isRisky && classNames('strong', styles.risky))}>
          {format.change(percent)}
        </span>
      )}
    </Change>
  )
}

function Stock({ row: { original } }: Cell) {
  const { format, t } = useI18n()
  return <Change label={t('changes.stock')} of={original.stock} text={format.number} />
}

function Status({ row: { original } }: Cell) {
  const { t } = useI18n()
  return <Change label={t('changes.status')} of={original.status} text={(status) => statusText(t, status)} />
}

const statuses = {
  active: 'start.statusActive',
  draft: 'start.statusDraft',
  archived: 'start.statusArchived',
} as const

function statusText(t: Translate, status: string): string {
  const known = Object.entries(statuses).find(([name]) => name === status)
  return known ? t(known[1]) : status
}

interface ChangeProps<Value> {
  /** Shown where columns have no headers. */
  label: string
  of: { before: Value | null; after: Value | null } | null
  text: (value: Value) => string
  children?: ReactNode
}

/** What was and what will be; what stays, or is new, alone. */
function Change<Value>({ label, of, text, children }: ChangeProps<Value>) {
  const [before, after] = [of?.before, of?.after].map((value) => (value == null ? null : text(value)))
  if (before == null && after == null) return null
  const isChanged = before != null && after != null && before !== after
  return (
    <>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>{' '}
      {isChanged ? (
        <WasNow before={before} after={after} />
      ) : (
        <span className={styles.same}>{after ?? before}</span>
      )}{' '}
      {isChanged && children}
    </>
  )
}

const kinds = {
  new: { tone: 'good', icon: 'plus' },
  changed: { tone: 'info', icon: 'pencil' },
  unchanged: { tone: 'plain', icon: 'check' },
  left_out: { tone: 'plain', icon: 'blocked' },
  with_errors: { tone: 'bad', icon: 'cross' },
} as const

/** Its risks first, then what else changes. */
function Happens({ row: { original } }: Cell) {
  const i18n = useI18n()
  const { t } = i18n
  const { kind, variants, risks, errors, warnings } = original
  const changes = changesText(i18n, original)
  return (
    <div className="wrap gap-1-2 small">
      {risks.map((risk) => (
        <Badge key={risk} tone="warn" icon="warning" text={t(`risks.${risk}`)} />
      ))}
      {errors > 0 && <Badge tone="bad" icon="cross" text={t('rows.errorCount', { count: errors })} />}
      {warnings > 0 && (
        <Badge tone="warn" icon="warning" text={t('rows.warningCount', { count: warnings })} />
      )}
      {kind !== 'changed' && kind !== 'with_errors' && <Badge {...kinds[kind]} text={t(`rows.${kind}`)} />}
      {kind === 'changed' && variants.new > 0 && (
        <Badge tone="good" icon="plus" text={t('rows.newVariants', { count: variants.new })} />
      )}
      {changes !== '' && <span>{changes}</span>}
    </div>
  )
}
