import { useI18n } from '../i18n/i18n.tsx'

/** A moment, as the reader's locale writes it. */
export function Time({ at }: { at: string }) {
  const { format } = useI18n()
  return <time dateTime={at}>{format.dateTime(at)}</time>
}
