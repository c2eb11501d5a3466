import type { MappingIdentity } from '@catalog/contracts'
import { useId } from 'react'
import { Badge } from '../../components/badge.tsx'
import { HelpLink } from '../../components/help-link.tsx'
import { Panel } from '../../components/panel.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { identities, missingForNew } from './missing.ts'
import { fieldLabel } from './fields.ts'
import styles from './identity-choice.module.css'

const names = {
  handle: 'byHandle',
  variant_sku: 'bySku',
  title: 'byTitle',
  variant_barcode: 'byBarcode',
} as const
const texts = {
  handle: 'byHandleText',
  variant_sku: 'bySkuText',
  title: 'byTitleText',
  variant_barcode: 'byBarcodeText',
} as const

interface IdentityChoiceProps {
  /** The fields that have a column. */
  fields: ReadonlySet<string>
  identity: MappingIdentity
  onIdentity: (identity: MappingIdentity) => void
}

/** Chooses how a row finds its product, and explains what happens to rows that find none. */
export function IdentityChoice({ fields, identity, onIdentity }: IdentityChoiceProps) {
  const { t, language } = useI18n()
  const name = useId()
  const missing = missingForNew(fields)
  return (
    <div className={styles.part}>
      <Panel title={t('mapping.identity')}>
        <div className={styles.ways} role="radiogroup" aria-label={t('mapping.identity')}>
          {identities.map((way) => (
            <label key={way} className={styles.way}>
              <input
                type="radio"
                name={name}
                checked={way === identity}
                aria-labelledby={`${name}-${way} ${name}-${way}-none`}
                aria-describedby={`${name}-${way}-text`}
                onChange={() => onIdentity(way)}
              />
              <span className={styles.name} id={`${name}-${way}`}>
                {t(`mapping.${names[way]}`)}
              </span>
              {!fields.has(way) && (
                <span id={`${name}-${way}-none`}>
                  <Badge tone="plain" text={t('mapping.noColumn')} />
                </span>
              )}
              <span className={styles.text} id={`${name}-${way}-text`}>
                {t(`mapping.${texts[way]}`)}
              </span>
            </label>
          ))}
        </div>
        <p role="status" className={styles.outcome}>
          {identity === 'variant_barcode'
            ? t('mapping.noneNew')
            : missing.length === 0
              ? t('mapping.newToo')
              : t('mapping.updatesOnly', {
                  count: missing.length,
                  fields: new Intl.ListFormat(language).format(missing.map((field) => fieldLabel(t, field))),
                })}
        </p>
        <p>
          <HelpLink page="own-file">{t('help.aboutOwnFile')}</HelpLink>
        </p>
      </Panel>
    </div>
  )
}
