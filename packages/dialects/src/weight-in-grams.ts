/** Grams per unit: `factor` × 10^−`decimals`, exactly. */
const units = {
  g: { factor: 1n, decimals: 0 },
  kg: { factor: 1_000n, decimals: 0 },
  lb: { factor: 45_359_237n, decimals: 5 },
  lbs: { factor: 45_359_237n, decimals: 5 },
  oz: { factor: 28_349_523_125n, decimals: 9 },
} as const

export type WeightUnit = keyof typeof units

export function isWeightUnit(unit: string): unit is WeightUnit {
  return Object.hasOwn(units, unit)
}

/** Decimals of a gram that the catalog stores. */
const keptDecimals = 6

/** Digits of a weight, at most: longer numbers are not weights, and slow to compute. */
const maxDigits = 40

/**
 * A decimal text with a dot, such as `1.5`, in grams; pounds and ounces rounded to six decimals. Undefined if the text
 * is not a plain number.
 */
export function weightInGrams(text: string, unit: WeightUnit): string | undefined {
  const parts = text.length > maxDigits ? undefined : /^(-?)(?=[\d.])(\d*)(?:\.(\d+))?$/.exec(text)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = ''] = parts
  const { factor, decimals } = units[unit]
  const exact = BigInt(whole + fraction) * factor
  const scale = fraction.length + decimals
  return decimals > 0 && scale > keptDecimals
    ? sign + decimalText(rounded(exact, scale - keptDecimals), keptDecimals)
    : sign + decimalText(exact, scale)
}

/** Without its last digits, rounded half up. */
function rounded(value: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(digits)
  return (value + unit / 2n) / unit
}

function decimalText(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
