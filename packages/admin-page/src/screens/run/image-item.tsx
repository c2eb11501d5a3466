import type { ImageOutcome } from '@catalog/contracts'
import { Badge } from '../../components/badge.tsx'
import { classNames } from '../../components/class-names.ts'
import { HelpLink } from '../../components/help-link.tsx'
import { Picture } from '../../components/picture.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import styles from './image-item.module.css'
import { ImageRepair } from './image-repair.tsx'
import { outcomeIcons } from './outcome-icons.ts'
import { webAddress } from './web-address.ts'

const tones = { pending: 'plain', fetched: 'good', rejected: 'warn', failed: 'bad' } as const

export function ImageItem({ image }: { image: ImageOutcome }) {
  const { t } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const { outcome, product_handle: handle, product_title: title, reason, message, attempts, url } = image
  const product = title ?? handle
  const address = webAddress(url)
  return (
    <li className={styles.item}>
      <Picture imageId={image.image_id} renditions={image.renditions} alt={t('run.picture', { product })} />
      <div>
        <p className="medium anywhere">
          <bdi>{product}</bdi>
        </p>
        <p className={classNames('note nowrap', styles.url)}>
          {address === null ? (
            url
          ) : (
            <a href={address} target="_blank" rel="noreferrer">
              {url}
            </a>
          )}
        </p>
      </div>
      <div className={styles.outcome}>
        <Badge tone={tones[outcome]} icon={outcomeIcons[outcome]} text={t(`run.${outcome}`)} />
        {reason !== null && (
          <>
            <p>{t(`reasons.${reason}`)}</p>
            <HelpLink page="after-an-import" anchor={reason}>
              {t('rows.help')}
            </HelpLink>
          </>
        )}
        {message !== null && (
          <p className="note" lang="en">
            {message}
          </p>
        )}
        {(outcome === 'rejected' || outcome === 'failed') && mayPropose && <ImageRepair image={image} />}
        {attempts > 1 && <p className="note">{t('run.attempts', { count: attempts })}</p>}
      </div>
    </li>
  )
}
