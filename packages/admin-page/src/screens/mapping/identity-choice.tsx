import type { Choice, MappingIdentity } from '@catalog/contracts'
import { useId } from 'react'
import { Badge } from '../../components/badge.tsx'
import { classNames } from '../../components/class-names.ts'
import { HelpLink } from '../../components/help-link.tsx'
import { KeptFields } from '../../components/kept-fields.tsx'
import { Panel } from '../../components/panel.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { I18n } from '../../i18n/i18n.tsx'
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
  choice: Choice
  onChoice: (part: Partial<Choice>) => void
}

/** Chooses how a row finds its product, what is imported, and explains what happens to rows that find none. */
export function IdentityChoice(props: IdentityChoiceProps) {
  const { fields, identity, onIdentity, choice, onChoice } = props
  const i18n = useI18n()
  const { t } = i18n
  const name = useId()
  return (
    <div className={styles.part}>
      <Panel title={t('mapping.identity')}>
        <div className="stack gap-2" role="radiogroup" aria-label={t('mapping.identity')}>
          {identities.map((way) => (
            <label key={way} className={classNames('stack gap-1-2', styles.way)}>
              <input
                type="radio"
                name={name}
                checked={way === identity}
                aria-labelledby={`${name}-${way} ${name}-${way}-none`}
                aria-describedby={`${name}-${way}-text`}
                onChange={() => onIdentity(way)}
              />
              <span className="strong" id={`${name}-${way}`}>
                {t(`mapping.${names[way]}`)}
              </span>
              {!fields.has(way) && (
                <span id={`${name}-${way}-none`}>
                  <Badge tone="plain" text={t('mapping.noColumn')} />
                </span>
              )}
              <span className={classNames('note', styles.text)} id={`${name}-${way}-text`}>
                {t(`mapping.${texts[way]}`)}
              </span>
            </label>
          ))}
        </div>
        <label className="line gap-2">
          <input
            type="checkbox"
            checked={choice.products === 'existing'}
            onChange={({ target }) => onChoice({ products: target.checked ? 'existing' : 'all' })}
          />
          {t('mapping.existing')}
        </label>
        <p role="status" className="note">
          {outcomeText(i18n, fields, identity, choice)}
        </p>
        <KeptFields
          fields={[...fields].filter((field) => field !== 'handle' && field !== identity)}
          labelOf={(field) => fieldLabel(t, field)}
          kept={choice.without_fields}
          onKeep={(kept) => onChoice({ without_fields: [...kept] })}
        />
        <p>
          <HelpLink page="own-file">{t('help.aboutOwnFile')}</HelpLink>
        </p>
      </Panel>
    </div>
  )
}

/** What happens to rows that find no product. */
function outcomeText(
  { t, language }: I18n,
  fields: ReadonlySet<string>,
  identity: MappingIdentity,
  { products }: Choice,
): string {
  const missing = missingForNew(fields)
  if (identity === 'variant_barcode') return t('mapping.noneNew')
  // Without what a new product needs, a row with an unknown SKU has no product that could be left out.
  if (products === 'existing' && (identity !== 'variant_sku' || missing.length === 0))
    return t('mapping.existingText')
  if (missing.length === 0) return t('mapping.newToo')
  return t('mapping.updatesOnly', {
    count: missing.length,
    fields: new Intl.ListFormat(language).format(missing.map((field) => fieldLabel(t, field))),
  })
}
