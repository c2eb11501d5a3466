import type { DateFormat, DecimalFormat, NumberFormat, Place } from './number-format.ts'

/** Digits that a spreadsheet keeps; further ones are artefacts of floating point. */
const keptDigits = 15

/**
 * A number as a spreadsheet shows it, but without grouping, currency and exponent. From 10^15 on the exponent stays:
 * some digits differ from what somebody wrote, which must not go unnoticed in a code.
 */
export function showNumber(number: number, format: NumberFormat): string {
  if (Math.abs(number) >= 10 ** keptDigits) {
    return number.toExponential(keptDigits - 1).replace(/\.?0*e/, 'E')
  }
  return format.kind === 'decimal' ? showDecimal(number, format) : plain(number)
}

/** 19.989999999999998 is 19.99, and 1e-7 is 0.0000001. */
function plain(number: number): string {
  const shortest = String(Number(number.toPrecision(keptDigits)))
  const [, sign = '', digits = '', fraction = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(shortest) ?? []
  return exponent === '' ? shortest : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits}${fraction}`
}

function showDecimal(number: number, { isPercent, whole, decimals }: DecimalFormat): string {
  const places = decimals.filter((place) => typeof place === 'string').length
  const rounded = round(plain(isPercent ? number * 100 : number), places)
  const [, sign = '', digits = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(rounded) ?? []
  return `${sign}${fillWhole(digits, whole)}${fillDecimals(fraction, decimals)}${isPercent ? '%' : ''}`
}

/** Rounds plain decimal text, halves away from zero as spreadsheets do. */
function round(text: string, places: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const digits = String((fraction[places] ?? '0') >= '5' ? kept + 1n : kept).padStart(places + 1, '0')
  const end = digits.length - places
  return `${/[1-9]/.test(digits) ? sign : ''}${digits.slice(0, end)}${places > 0 ? `.${digits.slice(end)}` : ''}`
}

/** Fills the digits into their places, from the last one; the first place takes all that are left. */
function fillWhole(digits: string, places: Place[]): string {
  const first = places.findIndex((place) => typeof place === 'string')
  let shown = ''
  let left = digits
  for (let index = places.length - 1; index >= 0; index--) {
    const place = places[index]
    if (typeof place === 'object') shown = place.literal + shown
    else {
      const count = index === first ? left.length : 1
      shown = (left.slice(-count) || (place === '0' ? '0' : '')) + shown
      left = left.slice(0, -count)
    }
  }
  return first === -1 ? digits + shown : shown
}

function fillDecimals(fraction: string, places: Place[]): string {
  const leastDigits = places.filter((place) => typeof place === 'string').lastIndexOf('0') + 1
  const digits = fraction.slice(0, leastDigits) + fraction.slice(leastDigits).replace(/0+$/, '')
  let at = 0
  const shown = places.map((place) => (typeof place === 'string' ? (digits[at++] ?? '') : place.literal))
  return (digits === '' ? '' : '.') + shown.join('')
}

const dayMs = 24 * 60 * 60 * 1_000

/** A day as `2026-05-31`, with the time if there is one; only the time if the format shows no day. */
export function showDate(serial: number, { isTime }: DateFormat, { is1904 }: { is1904: boolean }): string {
  // Spreadsheets count the 29th of February 1900, which did not exist: earlier days are off by one.
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const seconds = Math.round((serial * dayMs) / 1_000)
  const date = new Date(start + seconds * 1_000)
  // Spreadsheets show no other years.
  if (serial < 0 || !(date.getTime() < Date.UTC(10_000, 0, 1))) return showNumber(serial, { kind: 'general' })
  const [days = '', clock = ''] = date.toISOString().replace('.000Z', '').split('T')
  if (isTime) return clock
  return clock === '00:00:00' ? days : `${days} ${clock}`
}

/** The same for a date in text form: `2026-05-31T23:44:51.894`. */
export function showIsoDate(text: string): string {
  return text.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace(/T([0-9:]+)(?:\.\d+)?Z?$/, ' $1')
}
