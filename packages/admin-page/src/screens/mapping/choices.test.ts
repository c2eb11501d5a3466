import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { choose, firstChoices, mappedColumns, nextStep } from './choices.ts'

const priceList = [
  { name: 'Artikelnr', suggestion: 'variant_sku' },
  { name: 'Bezeichnung', suggestion: 'title' },
  { name: 'VK', suggestion: 'variant_price' },
  { name: 'EK', suggestion: 'variant_price' },
  { name: 'Lager', suggestion: null },
]

test('suggestions are preselected, each field once', () => {
  expect([...firstChoices(priceList)]).toEqual([
    ['Artikelnr', 'variant_sku'],
    ['Bezeichnung', 'title'],
    ['VK', 'variant_price'],
  ])
})

test('a file starts with its previous mapping, whatever is suggested and in whatever case its names are', () => {
  const before = { ARTIKELNR: 'variant_barcode', 'lager ': 'metadata.lager', Gone: 'title' }
  expect([...firstChoices(priceList, before)]).toEqual([
    ['Artikelnr', 'variant_barcode'],
    ['Lager', 'metadata.lager'],
  ])
  expect(firstChoices(priceList, { Other: 'title' })).toEqual(firstChoices(priceList))
})

test('a field that is chosen again moves, and its previous column is left out', () => {
  const first = firstChoices(priceList)
  const moved = choose(first, 'EK', 'variant_price')
  expect(moved.from).toBe('VK')
  expect(mappedColumns(priceList, moved.choices)).toEqual({
    Artikelnr: 'variant_sku',
    Bezeichnung: 'title',
    EK: 'variant_price',
  })
  expect(choose(first, 'VK', 'variant_price')).toEqual({ choices: first, from: null })
  expect(mappedColumns(priceList, choose(first, 'VK', null).choices)).not.toHaveProperty('VK')
})

test('fields that arrow keys pass keep their columns', () => {
  const choices = firstChoices(priceList)
  const start = { choices, entered: choices, moved: null }
  const passing = nextStep(start, { what: 'choose', column: 'Lager', field: 'title' })
  expect(passing.moved).toEqual({ from: 'Bezeichnung', field: 'title', to: 'Lager' })
  expect(passing.choices.has('Bezeichnung')).toBe(false)
  const there = nextStep(passing, { what: 'choose', column: 'Lager', field: 'vendor' })
  expect(there.moved).toBeNull()
  expect(mappedColumns(priceList, there.choices)).toEqual({
    ...mappedColumns(priceList, choices),
    Lager: 'vendor',
  })
  // Leaving the list makes the choice final.
  const later = nextStep(nextStep(passing, { what: 'enter' }), {
    what: 'choose',
    column: 'EK',
    field: 'vendor',
  })
  expect(later.choices.has('Bezeichnung')).toBe(false)
})

test('a column may have any name', () => {
  const columns = [{ name: '__proto__', suggestion: 'title' }]
  expect(JSON.stringify(mappedColumns(columns, firstChoices(columns)))).toBe('{"__proto__":"title"}')
})

test("whatever is chosen, no field is used twice, and only the last choice and its field's previous column change", () => {
  const names = ['a', 'b', 'c', 'd']
  const field = fc.constantFrom('title', 'variant_sku', 'metadata.a')
  const columns = fc
    .tuple(...names.map(() => fc.option(field)))
    .map((suggestions) => suggestions.map((suggestion, index) => ({ name: names[index] ?? '', suggestion })))
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.option(field)))
  fc.assert(
    fc.property(columns, steps, (file, taken) => {
      let choices = firstChoices(file)
      for (const [column, chosen] of taken) {
        const before = choices
        const step = choose(before, column, chosen)
        choices = step.choices
        expect(new Set(choices.values()).size).toBe(choices.size)
        expect(choices.get(column) ?? null).toBe(chosen)
        for (const name of names) {
          if (name === step.from) expect([before.get(name), choices.get(name)]).toEqual([chosen, undefined])
          else if (name !== column) expect(choices.get(name)).toBe(before.get(name))
        }
      }
    }),
  )
})
