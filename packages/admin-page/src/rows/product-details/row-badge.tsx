import type { RowKind } from '@catalog/contracts'
import { Badge } from '../../components/badge.tsx'
import type { IconName } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

const tones = { add: 'good', update: 'info', unchanged: 'plain', left_out: 'plain', error: 'bad' } as const
const icons = {
  add: 'plus',
  update: 'pencil',
  unchanged: 'check',
  left_out: 'blocked',
  error: 'cross',
} satisfies Record<RowKind, IconName>
const names = {
  add: 'oneAdd',
  update: 'oneUpdate',
  unchanged: 'oneUnchanged',
  left_out: 'leftOutRow',
  error: 'oneError',
} as const

/** The kind of a row. */
export function RowBadge({ kind }: { kind: RowKind }) {
  const { t } = useI18n()
  return <Badge tone={tones[kind]} icon={icons[kind]} text={t(`rows.${names[kind]}`)} />
}
