import { text } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { splitFile } from '@catalog/reading/split'
import { undoRun } from '../runs/undo-run.ts'
import { connectDatabase } from '../postgres/database.ts'
import { inputOf } from '../testing/stored-drafts.ts'
import { patience } from '../testing/test-context.ts'
import { merchantOf } from '../testing/merchant.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { exportDraftAbsent } from './export-draft-absent.ts'
import { recheckDraft } from './recheck-draft.ts'

const service = await useTestContext()
const { context, database, url } = service
const { upload: uploadFile, importFile } = merchantOf(service)
const all = { vendors: [], product_types: [], tags: [] }
const header = 'handle,title,status\r\n'

const shop = `handle,title,vendor,product_type,tags,status,variant_price
cup,"=Cup, ""tall""",Acme,Kitchen,"blue, new",active,1
mug,Mug,Acme,Kitchen,red,active,1
pan,Pan,Bolt,,new,active,1
pot,Pot,Acme,Kitchen,new,draft,1
jar,Jar,Acme,Kitchen,new,archived,1
`

async function upload(storefront: string, csv: string): Promise<{ storefront_id: string; draft_id: string }> {
  const { storefront_id, draft_id } = await uploadFile(storefront, csv)
  return { storefront_id, draft_id }
}

async function absent(key: { storefront_id: string; draft_id: string }, filter = {}): Promise<string> {
  return await text((await exportDraftAbsent(context, { ...key, ...all, ...filter })).body)
}

describe('absent.csv', () => {
  test('has the active products that no row of the file names, each to be archived', async () => {
    await importFile('a', shop)
    const key = await upload('a', 'handle,title,variant_price\nMUG,Mug,cheap\nnew,New,1\n')
    expect(await absent(key)).toBe(`${header}cup,"'=Cup, ""tall""",archived\r\npan,Pan,archived\r\n`)
    await recheckDraft(context, key)
    expect(await absent(key)).toContain('\npan,Pan,archived')
    // Imported meanwhile by somebody else.
    await importFile('a', 'handle,title,status,variant_price\nnew,New,active,1\n')
    expect(await absent(key)).not.toContain('new')
  })

  test('has only what a filter leaves of them: any of its values, and all of its fields', async () => {
    await importFile('b', shop)
    const key = await upload('b', 'handle,title\nother,Other\n')
    const found = async (filter: object) =>
      Array.from((await absent(key, filter)).matchAll(/^(\w+),.*archived/gm), ([, handle]) => handle)
    expect(await found({ vendors: ['Acme'] })).toEqual(['cup', 'mug'])
    expect(await found({ vendors: ['Acme', 'Bolt'] })).toEqual(['cup', 'mug', 'pan'])
    expect(await found({ vendors: ['Acme'], tags: ['new', 'green'] })).toEqual(['cup'])
    expect(await found({ product_types: ['Kitchen'], tags: ['new', 'red'] })).toEqual(['cup', 'mug'])
  })

  test('is refused with empty_catalog if there is none, and for an undo, which has no file', async () => {
    const run = await importFile('c', shop)
    const whole = await upload('c', shop)
    await expect(absent(whole)).rejects.toMatchObject({ code: 'empty_catalog' })
    const one = await upload('c', 'handle,title\ncup,Cup\n')
    await expect(absent(one, { vendors: ['acme'] })).rejects.toMatchObject({ code: 'empty_catalog' })
    const undo = await undoRun(context, { storefront_id: 'c', run_id: run.run_id })
    await expect(absent(inputOf({ storefrontId: 'c', draftId: undo.draft_id }))).rejects.toMatchObject({
      code: 'empty_catalog',
    })
    await expect(absent({ ...one, storefront_id: 'd' })).rejects.toMatchObject({ code: 'draft_not_found' })
  })

  test('of a draft of the release before asks for a recheck, which the draft then has', async () => {
    await importFile('e', shop)
    const key = await upload('e', 'handle,title\ncup,Cup\n')
    await database('import_drafts').where({ draft_id: key.draft_id }).update({ named: null })
    await expect(absent(key)).rejects.toMatchObject({ code: 'unavailable' })
    await recheckDraft(context, key)
    expect(await absent(key)).toContain('mug,Mug,archived')
  })

  test('of ten thousand products holds no connection while it is read, and archives them all', async () => {
    await importFile('f', shop)
    await database.raw(
      `insert into products (storefront_id, product_id, handle, title, status)
       select 'f', gen_random_uuid(), 'p-' || n, E'-Part, "' || n || E'"', 'active' from generate_series(1, 10003) n`,
    )
    const key = await upload('f', 'handle,title\np-17,x\n')
    await using one = connectDatabase(url, { ...patience, maxConnections: 1 })
    const onOne = { ...context, database: one.database }
    const streams = await Promise.all([1, 2, 3].map(() => exportDraftAbsent(onOne, { ...key, ...all })))
    const readers = streams.map(({ body }) => body[Symbol.asyncIterator]())
    const first = await Promise.all(readers.map((reader) => reader.next()))
    expect(first.map(({ done }) => done)).toEqual([false, false, false])
    expect(await absent(key)).toContain('\r\np-10003,"\'-Part, ""10003""",archived\r\n')

    const bytes = Buffer.from(await absent(key))
    for await (const part of splitFile([bytes], { rows: 5_000, cells: 1_000_000, bytes: 1_000_000 })) {
      await importFile('f', part.bytes)
    }
    const { rows } = await database.raw(
      `select status, count(*)::int from products where storefront_id = 'f' group by status order by status`,
    )
    expect(rows).toEqual([
      { status: 'active', count: 1 },
      { status: 'archived', count: 10_006 },
      { status: 'draft', count: 1 },
    ])
  })
})
