import type { DraftProduct } from '@catalog/contracts'
import { Badge } from '../components/badge.tsx'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { changesText, priceText } from './product-texts.ts'
import styles from './product-summary.module.css'

/** The changes of a product in brief: "Price, description, on 2 of 3 variants". */
export function ProductSummary({ product }: { product: DraftProduct }) {
  const i18n = useI18n()
  const { t, format } = i18n
  const { kind, variants, stock, risks, errors, warnings } = product
  const changes = changesText(i18n, product)
  const price = priceText(i18n, product)
  const hasJump = risks.some((risk) => risk === 'price_falls' || risk === 'price_rises')
  const isApplied = kind === 'new' || kind === 'changed'
  return (
    <>
      {changes !== '' && <span className={styles.changes}>{changes}</span>}
      {price !== null && <span className={classNames(styles.price, hasJump && styles.jump)}>{price}</span>}
      {stock && stock.before !== null && stock.after !== null && stock.before !== stock.after && (
        <span className={styles.price}>
          {t('rows.stockChange', { before: format.number(stock.before), after: format.number(stock.after) })}
        </span>
      )}
      {kind === 'new' && <Badge tone="good" icon="plus" text={t('rows.newProduct')} />}
      {kind === 'changed' && variants.new > 0 && (
        <Badge tone="good" icon="plus" text={t('rows.newVariants', { count: variants.new })} />
      )}
      {risks.map((risk) => (
        <Badge key={risk} tone="warn" icon="warning" text={t(`risks.${risk}`)} />
      ))}
      {errors > 0 && <Badge tone="bad" icon="cross" text={t('rows.errorCount', { count: errors })} />}
      {warnings > 0 && (
        <Badge tone="warn" icon="warning" text={t('rows.warningCount', { count: warnings })} />
      )}
      {!isApplied && <span className={styles.unchanged}>{t(`rows.${kind}`)}</span>}
    </>
  )
}
