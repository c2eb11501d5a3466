import type { RowPicture } from '@catalog/contracts'
import { Badge } from '../../components/badge.tsx'
import { classNames } from '../../components/class-names.ts'
import { Picture } from '../../components/picture.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { LongText } from '../long-text.tsx'
import { shortenAddress } from './address.ts'
import styles from './address-change.module.css'

interface AddressChangeProps {
  before: string | null
  after: string
  pictures: readonly RowPicture[] | undefined
}

/** The URL of an image, with the picture if the catalog has it. Nothing is fetched from the URL itself. */
export function AddressChange({ before, after, pictures }: AddressChangeProps) {
  const { t } = useI18n()
  const of = (url: string) => pictures?.find((picture) => picture.url === url)
  const short = shortenAddress(after)
  const other = shortenAddress(before ?? '')
  const isWhole = short?.host === other?.host && short?.file === other?.file
  if (before === null) return <Address url={after} picture={of(after)} />
  return (
    <span className={styles.change}>
      <span>
        <VisuallyHidden>{t('rows.was')}</VisuallyHidden>{' '}
        <del className={styles.was}>
          {before === '' ? t('rows.empty') : <Address url={before} picture={of(before)} isWhole={isWhole} />}
        </del>
      </span>
      <span aria-hidden="true">→</span>
      {after === '' ? (
        <Badge tone="warn" icon="warning" text={t('rows.cleared')} />
      ) : (
        <span>
          <VisuallyHidden>{t('rows.now')}</VisuallyHidden>{' '}
          <ins className={styles.now}>
            <Address url={after} picture={of(after)} isWhole={isWhole} />
          </ins>
        </span>
      )}
    </span>
  )
}

interface AddressProps {
  url: string
  picture?: RowPicture | null | undefined
  /** Show it whole: its host and file name do not distinguish it from another one next to it. */
  isWhole?: boolean
}

/** The file name and its host; the whole URL is the tooltip. */
export function Address({ url, picture, isWhole = false }: AddressProps) {
  const short = isWhole ? null : shortenAddress(url)
  return (
    <span className={classNames('gap-2 shrink anywhere', styles.address)} title={short ? url : undefined}>
      {picture && <Picture imageId={picture.image_id} renditions={picture.renditions} alt="" />}
      {short ? (
        <span className="shrink">
          <bdi className={styles.file}>{short.file}</bdi> <span className="note">{short.host}</span>
        </span>
      ) : (
        <LongText text={url} />
      )}
    </span>
  )
}
