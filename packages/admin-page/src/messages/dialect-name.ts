import { shopSystems } from '@catalog/catalog/shop-systems'
import type { Draft } from '@catalog/contracts'
import type { I18n } from '../i18n/i18n.tsx'

type Dialect = Draft['dialect']
type Own = Exclude<Dialect, (typeof shopSystems)[keyof typeof shopSystems]>

const systems = Object.entries(shopSystems)

/** What a file's format is called. */
export function dialectName(t: I18n['t'], dialect: Dialect): string {
  return isOwn(dialect)
    ? t(`dialects.${dialect}`)
    : (systems.find(([, of]) => of === dialect)?.[0] ?? dialect)
}

function isOwn(dialect: Dialect): dialect is Own {
  return systems.every(([, of]) => of !== dialect)
}
