import type { DraftRow } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { emptyCatalog, previewAgainst } from '../../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../../test/support/preview/csv-files.ts'
import { adjustPrices } from './prices.ts'

const rule = (options: string[], price: string, sku = ''): TestRule => ({ sku, options, price, stop: '' })

interface TestRule {
  sku: string
  options: string[]
  price: string
  stop: string
}

const sizes = ['S', 'M', 'L']
const variants = sizes.map((size) => ({ sku: size, options: ['[S]Color=Red', `[RT]Size=${size}`] }))

test('rules name variants by their SKU, or by all the options that they have, in any order', async () => {
  const { prices } = await ruled([
    rule(['[S]Size=M', '[S]Color=Red'], '[ADD]1'),
    rule(['[S]Color=Red'], '[ADD]2'),
    rule(['[S]Color=Red', '[S]Size=XL'], '[ADD]4'),
    rule([], '[ADD]8', 'S'),
  ])
  expect(prices).toEqual(['20.00', '13.00', '12.00'])
})

test('rules have the same effect as one after the other', async () => {
  const named = fc.oneof(
    fc.constantFrom('S', 'M', 'XL').map((sku) => ({ sku, options: [] as string[] })),
    fc
      .subarray(['[S]Color=Red', '[S]Size=S', '[S]Size=M', '[S]Size=XL'])
      .map((options) => ({ sku: '', options })),
  )
  const price = fc.constantFrom('', '[ADD]0.25', '[add] 3', '[REMOVE]0.05', '[FIXED]20', '7.5', '[ADD]10%')
  const anyRule = fc
    .tuple(named, price, fc.constantFrom('', '', '', 'Y'))
    .map(([{ sku, options }, amount, stop]) => ({ sku, options, price: amount, stop }))
  await fc.assert(
    fc.asyncProperty(fc.array(anyRule, { maxLength: 12 }), async (rules) => {
      expect(await ruled(rules)).toEqual(inTurn(rules))
    }),
    { numRuns: 300 },
  )
})

/** A product of three red variants at 10 each: their prices, and how many variants each of its rules changes. */
async function ruled(rules: TestRule[]): Promise<{ prices: unknown[]; changed: unknown[] }> {
  const lines = [
    ['Item Type', 'Product Name', 'Product Code/SKU', 'Price', 'Stop Processing Rules'],
    ['Product', 'P', '', '', ''],
    ...variants.map(({ sku, options }) => ['SKU', options.join(), sku, '10', '']),
    ...rules.map(({ sku, options, price, stop }) => ['Rule', options.join(), sku, price, stop]),
  ]
  const content = lines.map((cells) => cells.join('|')).join('\n')
  const { rows } = previewAgainst(emptyCatalog(), (await fileOf(content)).table)
  return { prices: rows.slice(1, 4).map(priceOf), changed: rows.slice(4).map(changedBy) }
}

function priceOf({ changes, errors }: DraftRow): unknown {
  return errors[0]?.code ?? changes.find(({ field }) => field === 'variant_price')?.after
}

function changedBy({ warnings: [warning] }: DraftRow): unknown {
  if (warning?.code === 'rule_merged') return warning.parameters?.['count']
  return warning?.code === 'ignored_value' ? 0 : warning?.code
}

function inTurn(rules: TestRule[]): { prices: unknown[]; changed: unknown[] } {
  const states = variants.map(({ sku, options }) => ({
    sku,
    options: options.map((option) => option.replace('[RT]', '[S]')),
    prices: { price: '10', sale: '', retail: '' },
    isSettled: false,
  }))
  const changed = rules.map(({ sku, options, price, stop }) => {
    const isNamed = options.length > 0 && options.length <= 3
    const open = states.filter(
      (state) =>
        !state.isSettled &&
        (sku === ''
          ? isNamed && options.every((option) => state.options.includes(option))
          : sku === state.sku),
    )
    for (const state of open) {
      if (price !== '') state.prices = adjustPrices(state.prices, price)
      state.isSettled = stop === 'Y'
    }
    return open.length > 0 && price === '' ? 'row_not_imported' : open.length
  })
  return { prices: states.map(({ prices }) => shown(prices.price)), changed }
}

function shown(price: string): string {
  return /^[\d.]+$/.test(price) ? Number(price).toFixed(2) : 'invalid_number'
}
