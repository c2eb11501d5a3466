const pattern = /^(-?)(?=[\d.])(\d{0,20})(?:\.(\d{1,10}))?$/
/** A whole number that a float can add to another one exactly. */
const small = /^\d{1,15}$/

/** An exact decimal number: `digits` × 10^−`scale`. */
interface Decimal {
  digits: bigint
  scale: number
}

/** `a + b` of decimal texts, exactly, with the decimals of the longer one; undefined if one is not a number. */
export function plus(a: string, b: string): string | undefined {
  if (small.test(a) && small.test(b)) return String(Number(a) + Number(b))
  const [x, y] = [parse(a), parse(b)]
  if (!x || !y) return undefined
  const scale = Math.max(x.scale, y.scale)
  return textOf({ digits: scaled(x, scale) + scaled(y, scale), scale })
}

/** `a − b`, in the same way. */
export function minus(a: string, b: string): string | undefined {
  return plus(a, b.startsWith('-') ? b.slice(1) : `-${b}`)
}

/** An amount less a percentage, rounded half up to two decimals. */
export function lessPercent(amount: string, percent: string): string | undefined {
  const x = parse(amount)
  const rest = parse(minus('100', percent) ?? '')
  if (!x || !rest) return undefined
  // In units of 10^−(sum of both scales + 2).
  const scale = x.scale + rest.scale + 2
  const exact = x.digits * rest.digits
  const unit = 10n ** BigInt(scale - 2)
  return textOf({ digits: (exact + unit / 2n) / unit, scale: 2 })
}

export function isZero(text: string): boolean {
  return /^-?0*(?:\.0*)?$/.test(text)
}

function parse(text: string): Decimal | undefined {
  const [, sign, whole, fraction = ''] = pattern.exec(text) ?? []
  if (whole === undefined) return undefined
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

function scaled({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

function textOf({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  return `${digits < 0n ? '-' : ''}${whole}${scale > 0 ? `.${text.slice(-scale)}` : ''}`
}
