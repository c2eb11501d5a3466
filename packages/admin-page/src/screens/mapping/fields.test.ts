import { anyCharacter } from '@catalog/catalog/testing'
import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { groupFields, ownFields, ownKey } from './fields.ts'

test('fields are grouped by entity, in their order', () => {
  const names = [
    'handle',
    'title',
    'option1_name',
    'option1_value',
    'variant_sku',
    'variant_image_url',
    'image_url',
  ]
  expect(groupFields(names)).toEqual({
    product: ['handle', 'title', 'option1_name'],
    variant: ['option1_value', 'variant_sku', 'variant_image_url'],
    image: ['image_url'],
  })
})

test.each([
  ['Material', 'metadata.material'],
  ['Größe (cm)', 'metadata.grosse_cm'],
  ['  Pflege-Hinweis ', 'metadata.pflege-hinweis'],
  ['Код', 'metadata.column_1'],
])('%s becomes %s', (column, field) => {
  expect(ownFields([column]).get(column)).toBe(field)
})

test('columns with the same name get different fields, and existing fields stay unchanged', () => {
  expect([...ownFields(['Farbe', 'farbe', 'FARBE!'], ['metadata.farbe']).values()]).toEqual([
    'metadata.farbe_2',
    'metadata.farbe_3',
    'metadata.farbe_4',
  ])
})

test("whatever the columns' names, each has a valid field, and no two have the same", () => {
  const name = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 100 }),
    fc.constantFrom('a', 'A', 'a_2', 'a 2', 'a_3', 'column_1'),
    fc.constantFrom('x'.repeat(70), 'x'.repeat(64), `${'x'.repeat(64)}!`, `${'x'.repeat(59)}_2`),
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { maxLength: 30 }),
      fc.subarray(['metadata.a', 'metadata.a_2']),
      (names, others) => {
        const fields = ownFields(names, others)
        expect([...fields.keys()]).toEqual(names)
        const all = [...fields.values(), ...others]
        expect(new Set(all).size).toBe(all.length)
        for (const field of fields.values()) expect(ownKey(field)).toMatch(/^[a-z0-9_-]{1,64}$/)
      },
    ),
  )
})
