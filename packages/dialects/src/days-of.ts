/** Languages in which shops write the names of months. */
const languages = 'en en-GB de de-AT fr es it nl pl pt sv da nb fi cs ru'.split(' ')
const dayMs = 24 * 60 * 60 * 1000
/** Day 0 of Excel, which keeps a date as a number of days. */
const excelStart = Date.UTC(1899, 11, 30)

/** By name in lower case, the months that it may mean. */
let names: Map<string, number[]> | undefined

/**
 * The days that a date may mean, as `2026-05-31`; none if it cannot be read. `5/6/26` is both the 5th of June and the
 * 6th of May. The time is ignored: the file does not have a time zone, so that a Unix time is one of three days.
 */
export function daysOf(date: string): string[] {
  if (/^\d{5}(?:\.\d{1,12})?$/.test(date)) return dayAt(excelStart + Math.floor(Number(date)) * dayMs)
  if (/^(?:\d{9,10}|\d{12,13})$/.test(date)) {
    const time = Number(date) * (date.length > 10 ? 1 : 1000)
    return [-dayMs, 0, dayMs].flatMap((offset) => dayAt(time + offset))
  }
  const iso = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)|(\d\d)(\d\d)$)/.exec(date)
  if (iso) return dayOf(iso[1], iso[2] ?? iso[4], iso[3] ?? iso[5])
  const [, a, b, end] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(date) ?? []
  if (end !== undefined) return [...dayOf(end, a, b), ...dayOf(end, b, a)]
  return namedDays(date.slice(0, maxLength))
}

/** Of the part of a date that is read. */
const maxLength = 60

/** `31 Jan 2020`, `January 31st, 2020`, `31 de enero de 2020`. */
function namedDays(date: string): string[] {
  const [first = '', second = ''] = date.match(/\d+/g) ?? []
  const words =
    date
      .toLowerCase()
      .normalize()
      .match(/\p{L}+/gu) ?? []
  names ??= monthNames()
  const months = words.flatMap((word) => names?.get(word) ?? [])
  const [day, year] = first.length === 4 ? [second, first] : [first, second]
  return /^(?:\d{2}|\d{4})$/.test(year) ? months.flatMap((month) => dayOf(year, String(month), day)) : []
}

function monthNames(): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      // Beside a day, some languages write another form.
      for (const options of [{ month }, { month, day: 'numeric' as const }]) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        for (let number = 1; number <= 12; number++) {
          const parts = format.formatToParts(Date.UTC(2020, number - 1, 1))
          const name = parts.find(({ type }) => type === 'month')?.value ?? ''
          const key = name.toLowerCase().normalize().replace('.', '')
          const months = found.get(key) ?? []
          if (!months.includes(number)) found.set(key, months.concat(number))
        }
      }
    }
  }
  return found
}

function dayAt(time: number): string[] {
  return [new Date(time).toISOString().slice(0, 10)]
}

function dayOf(year = '', month = '', day = ''): string[] {
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  const full = year.length === 2 ? `20${year}` : year
  return isDay ? [`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`] : []
}
