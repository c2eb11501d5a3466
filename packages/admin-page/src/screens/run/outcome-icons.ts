import type { Outcome } from '@catalog/contracts'
import type { IconName } from '../../components/icon.tsx'

export const outcomeIcons: Record<Outcome, IconName> = {
  pending: 'clock',
  fetched: 'check',
  rejected: 'blocked',
  failed: 'warning',
}
