import { maxMappings } from '@catalog/contracts'
import type { Draft, Mapping } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { createDraft } from '../drafts/create-draft.ts'
import { query } from '../postgres/database.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { deleteMapping } from './delete-mapping.ts'
import { listMappings } from './list-mappings.ts'

const { context, database, clock } = await useTestContext()

const choice: Mapping = {
  columns: Object.entries({ Nr: 'variant_sku', Name: 'title', Preis: 'variant_price' }),
  identity: 'variant_sku',
  remember: true,
}
const rows = '1;Kanne;9,50\n'

async function send(storefrontId: string, csv: string, mapping: Mapping | null = null): Promise<Draft> {
  const body = async function* () {
    yield Buffer.from(csv)
  }
  return await createDraft(context, { storefront_id: storefrontId }, body(), {
    columns: () => ({ sent: mapping, choice: null }),
  })
}

/** A file with one additional column that is not mapped. */
function listWith(name: string): string {
  return `Nr;Name;Preis;${name}\n1;Kanne;9,50;x\n`
}

async function headersOf(storefrontId: string): Promise<string[]> {
  const found = await query<{ name: string }>(database)`
    select header ->> 3 as name from column_mappings
    where storefront_id = ${storefrontId} order by last_used_at desc`
  return found.map(({ name }) => name)
}

describe('a remembered mapping', () => {
  test('is replaced by a later one for the same header, under the same id', async () => {
    const first = await send('replaced', `Nr;Name;Preis\n${rows}`, choice)
    const other: Mapping = { ...choice, columns: choice.columns.slice(0, 2), identity: 'title' }
    const second = await send('replaced', `name;PREIS;nr\n1;9;1\n`, other)
    expect(second.mapping?.mapping_id).toBe(first.mapping?.mapping_id)
    const third = await send('replaced', `Nr;Name;Preis\n${rows}`)
    expect(third.mapping).toEqual({
      mapping_id: first.mapping?.mapping_id,
      remembered: true,
      columns: { Nr: 'variant_sku', Name: 'title' },
      identity: 'title',
    })
    expect(third.unknown_columns).toEqual([{ name: 'Preis', nearest: null }])
  })

  test('is stored once if two uploads send it at the same time', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 6 }, () => send('at-once', `Nr;Name;Preis\n${rows}`, choice)),
    )
    expect(new Set(drafts.map(({ mapping }) => mapping?.mapping_id)).size).toBe(1)
    expect((await listMappings(context, page('at-once'))).mappings).toHaveLength(1)
  })

  test.each([
    [
      'our own with another column',
      'handle;title;variant_price;Regal\nkanne;Kanne;9,50;1\n',
      'mapped',
      'canonical',
    ],
    [
      'Shopify’s',
      'Handle,Title,Body (HTML),Variant Price,Regal\nkanne,Kanne,x,9.50,1\n',
      'mapped',
      'shopify_legacy',
    ],
    ['all our own', 'handle,title,variant_price,vendor\nkanne,Kanne,9.50,V\n', 'canonical', 'canonical'],
  ])('is used for a header that is %s', async (name, csv, expected, recognized) => {
    const chosen: Mapping = {
      columns: Object.entries({ title: 'title', handle: 'variant_sku' }),
      identity: 'title',
      remember: true,
    }
    const first = await send(name, csv, chosen)
    const next = await send(name, csv)
    expect(next.dialect).toBe(expected)
    expect(next.mapping).toEqual(
      expected === 'mapped'
        ? { ...first.mapping, mapping_id: first.mapping?.mapping_id, remembered: true }
        : null,
    )
    const asked = await send(name, csv, { columns: [], identity: null, remember: false })
    expect([asked.dialect, asked.mapping]).toEqual([recognized, null])
    const other = await send(name, csv.replace('vendor', 'tags').replace('Regal', 'Etage'))
    expect(other.dialect).toBe(recognized)
  })

  test('is not used if another mapping is sent', async () => {
    await send('known', `Nr;Name;Preis\n${rows}`, choice)
    const sent = await send('known', `Nr;Name;Preis\n${rows}`, {
      ...choice,
      remember: false,
      identity: 'title',
    })
    expect(sent.mapping).toMatchObject({ mapping_id: null, remembered: false, identity: 'title' })
    const again = await send('known', `Nr;Name;Preis\n${rows}`)
    expect(again.mapping).toMatchObject({ remembered: true, identity: 'variant_sku' })
  })

  test('is not stored if the file is refused', async () => {
    const wrong: Mapping = { ...choice, columns: [...choice.columns, ['Farbe', 'vendor']] }
    await expect(send('refused', `Nr;Name;Preis\n${rows}`, wrong)).rejects.toMatchObject({
      code: 'invalid_mapping',
    })
    expect((await listMappings(context, page('refused'))).mappings).toEqual([])
  })

  test('is not stored if none is sent', async () => {
    const nothing: Mapping = { columns: [], identity: null, remember: true }
    await expect(send('nothing', `Nr;Name;Preis\n${rows}`, nothing)).rejects.toMatchObject({
      code: 'invalid_mapping',
    })
  })

  test('is deleted as the least recently used one if there are too many', async () => {
    const old = { storefront: 'many', time: clock.time }
    await database.raw(
      `insert into column_mappings
         (storefront_id, mapping_id, header_key, header, columns, identity, created_at, last_used_at)
       select ?, gen_random_uuid(), 'key-' || n, json_build_array('', '', '', 'old ' || n), '[]', 'title', ?,
         ?::timestamptz - n * interval '1 minute'
       from generate_series(1, ?) n`,
      [old.storefront, old.time, old.time, maxMappings - 1],
    )
    await send(old.storefront, listWith('first'), choice)
    expect(await headersOf(old.storefront)).toContain(`old ${maxMappings - 1}`)
    clock.advance(60_000)
    await send(old.storefront, listWith('second'), choice)
    clock.advance(60_000)
    await send(old.storefront, listWith('first'))
    const left = await headersOf(old.storefront)
    expect(left).toHaveLength(maxMappings)
    expect(left.slice(0, 2)).toEqual(['first', 'second'])
    expect(left).not.toContain(`old ${maxMappings - 1}`)
  })
})

test('mappings are listed newest first, in pages, and deleted only by their storefront', async () => {
  for (const name of ['a', 'b', 'c']) await send('listed', listWith(name), choice)
  const first = await listMappings(context, { ...page('listed'), limit: 2 })
  expect(first.mappings.map(({ header }) => header[3])).toEqual(['c', 'b'])
  const second = await listMappings(context, { ...page('listed'), cursor: first.next_cursor })
  expect(second.mappings.map(({ header }) => header[3])).toEqual(['a'])
  const id = second.mappings[0]?.mapping_id ?? ''
  await expect(deleteMapping(context, { storefront_id: 'other', mapping_id: id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await deleteMapping(context, { storefront_id: 'listed', mapping_id: id })
  expect((await listMappings(context, page('listed'))).mappings).toHaveLength(2)
})

function page(storefrontId: string) {
  return { storefront_id: storefrontId, limit: 50, cursor: null }
}
