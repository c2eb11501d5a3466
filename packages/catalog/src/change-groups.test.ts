import { expect, test } from '@jest/globals'
import { canonicalColumnNames } from './canonical-csv.ts'
import { changeGroups, groupOfChange } from './change-groups.ts'
import groupOfColumn from './group-of-column.json' with { type: 'json' }

test('each column of the canonical file is in one of the groups', () => {
  expect(Object.keys(groupOfColumn).toSorted()).toEqual(canonicalColumnNames.toSorted())
  expect(changeGroups).toEqual(expect.arrayContaining(Object.values(groupOfColumn)))
})

test('custom fields are a group, and what is unknown is in the last one', () => {
  expect(groupOfChange('metadata.material')).toBe('custom_fields')
  expect(groupOfChange('of_a_newer_service')).toBe('other')
})
