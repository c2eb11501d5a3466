import { remember } from './format-message.ts'

export type Formats = ReturnType<typeof formatsFor>

/** Numbers, sizes and times in a locale's notation. */
export function formatsFor(locale: string) {
  const dateTime = (time: string) => dateTimes(locale).format(new Date(time))
  return {
    number: (value: number) => numbers(locale).format(value),
    /** With two to four decimals, as prices have. */
    price: (value: number) => prices(locale).format(value),
    /** 0–100, which is shown for the whole only. */
    percent: (value: number) => percents(locale).format(value / 100),
    /** A percentage with its sign. */
    change: (percentage: number) => formatChange(locale, percentage),
    bytes: (value: number) => formatBytes(locale, value),
    dateTime,
    date: (time: string) => dates(locale).format(new Date(time)),
    /** "3 minutes ago"; a time more than a week ago is a date. */
    sinceThen: (time: string, now: number) => formatSince(locale, time, now) ?? dateTime(time),
    duration: (ms: number) => formatDuration(locale, ms),
    /** In whole minutes if there are any, otherwise seconds, spelled out: "58 seconds". */
    timeLeft: (ms: number) => {
      const seconds = Math.max(0, Math.ceil(ms / 1000))
      return seconds < 60
        ? unit(locale, 'second', seconds, 0, 'long')
        : unit(locale, 'minute', Math.max(1, Math.floor(ms / minuteMs)), 0, 'long')
    },
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function formatSince(locale: string, time: string, now: number): string | null {
  // The browser's clock may be behind the server's.
  const ago = Math.max(0, now - Date.parse(time))
  if (ago < minuteMs) return relative(locale).format(0, 'minute')
  if (ago < hourMs) return relative(locale).format(-Math.floor(ago / minuteMs), 'minute')
  if (ago < dayMs) return relative(locale).format(-Math.floor(ago / hourMs), 'hour')
  if (ago < 7 * dayMs) return relative(locale).format(-Math.floor(ago / dayMs), 'day')
  return null
}

/** Small changes have one decimal, so that they do not become 0; what is not all never becomes 100. */
function formatChange(locale: string, percentage: number): string {
  const format = percentage < -99 ? nearlyAll : Math.abs(percentage) < 9.95 ? fineChanges : changes
  return format(locale).format(percentage / 100)
}

/** 10 MB are 10 × 1024 × 1024 bytes, as in the limit of an upload. */
function formatBytes(locale: string, value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10))
  const name = units[step] ?? 'byte'
  return step === 0 ? unit(locale, name, value, 0, 'long') : unit(locale, name, value / 1024 ** step, 1)
}

function formatDuration(locale: string, ms: number): string {
  if (ms < 1000) return unit(locale, 'millisecond', Math.round(ms), 0)
  if (ms < 10_000) return unit(locale, 'second', ms / 1000, 1)
  if (ms < minuteMs) return unit(locale, 'second', Math.floor(ms / 1000), 0)
  const [whole, rest] = ms < hourMs ? (['minute', 'second'] as const) : (['hour', 'minute'] as const)
  const [wholeMs, restMs] = ms < hourMs ? [minuteMs, 1000] : [hourMs, minuteMs]
  const left = Math.floor((ms % wholeMs) / restMs)
  const amount = unit(locale, whole, Math.floor(ms / wholeMs), 0)
  return left === 0 ? amount : `${amount} ${unit(locale, rest, left, 0)}`
}

function unit(
  locale: string,
  name: string,
  value: number,
  maximumFractionDigits: number,
  unitDisplay: 'short' | 'long' = 'short',
): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay,
    maximumFractionDigits,
  }).format(value)
}

const numberFormats = (options?: Intl.NumberFormatOptions) =>
  remember((locale) => new Intl.NumberFormat(locale, options))
const signedPercents = { style: 'percent', signDisplay: 'exceptZero' } as const
const numbers = numberFormats()
const percents = numberFormats({ style: 'percent', maximumFractionDigits: 0, roundingMode: 'floor' })
const prices = numberFormats({ minimumFractionDigits: 2, maximumFractionDigits: 4 })
const changes = numberFormats({ ...signedPercents, maximumFractionDigits: 0 })
const fineChanges = numberFormats({ ...signedPercents, maximumFractionDigits: 1 })
const nearlyAll = numberFormats({ ...signedPercents, maximumFractionDigits: 1, roundingMode: 'trunc' })
const dateTimes = remember(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const dates = remember((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))
const relative = remember((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
