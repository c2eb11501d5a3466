import { everything } from '@catalog/contracts'
import type { Choice, Draft } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { createDraft } from './create-draft.ts'
import { listDraftRows } from './list-draft-rows.ts'
import { listMappings } from '../mappings/list-mappings.ts'
import { recheckDraft } from './recheck-draft.ts'
import { reviseDraft } from './revise-draft.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { undoRun } from '../runs/undo-run.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const service = await useTestContext()
const { context, clock } = service
const shop = 'handle,title,variant_price\na,A,1\nb,B,2\n'
const file = 'handle,title,variant_price\na,A2,10\nb,B2,20\nc,C,30\n'

async function send(
  storefrontId: string,
  csv: string,
  sent: Partial<Choice> | null = null,
  isMapped = false,
) {
  const body = async function* () {
    yield Buffer.from(csv)
  }
  const mapping = {
    columns: csv.startsWith('Nr') ? Object.entries({ Nr: 'variant_sku', Preis: 'variant_price' }) : [],
    identity: 'variant_sku' as const,
    remember: true,
  }
  return await createDraft(context, { storefront_id: storefrontId }, body(), {
    columns: () => ({ sent: isMapped ? mapping : null, choice: sent && { ...everything, ...sent } }),
  })
}

async function confirm({ storefront_id, draft_id }: Draft) {
  return (await confirmDraft(context, { storefront_id, draft_id })).run
}

async function choose({ storefront_id, draft_id }: Draft, choice: Partial<Choice>): Promise<Draft> {
  return await reviseDraft(context, {
    storefront_id,
    draft_id,
    choice: { ...everything, ...choice },
  })
}

async function productsOf(storefrontId: string): Promise<string[]> {
  const rows: { handle: string; title: string; price: string }[] = await service
    .database('products')
    .join('variants', 'variants.product_id', 'products.product_id')
    .where({ 'products.storefront_id': storefrontId })
    .orderBy('handle')
    .select('handle', 'title', 'price')
  return rows.map(({ handle, title, price }) => `${handle} ${title} ${Number(price)}`)
}

const kindsOf = ({ preview }: Draft) => preview.rows.map(({ kind }) => kind).join(' ')

describe('a choice', () => {
  test('is previewed, kept by a recheck, and what a confirm applies', async () => {
    await confirm(await send('chosen', shop))
    const draft = await send('chosen', file)
    expect([draft.choice, kindsOf(draft)]).toEqual([everything, 'update update add'])
    const chosen = await choose(draft, { products: 'existing', without_handles: ['b', 'x'] })
    expect(chosen).toMatchObject({
      draft_id: draft.draft_id,
      choice: { products: 'existing', without_handles: ['b', 'x'], without_fields: [] },
      row_count: 3,
      preview: { adds: 0, updates: 1, left_out: 2, products: { changed: 1, left_out: 2 } },
    })
    expect(kindsOf(chosen)).toBe('update left_out left_out')
    const { storefront_id, draft_id } = draft
    const again = await recheckDraft(context, { storefront_id, draft_id })
    expect([again.choice, kindsOf(again)]).toEqual([chosen.choice, kindsOf(chosen)])
    const left = { storefront_id, draft_id, kinds: ['left_out' as const], limit: 10, cursor: null }
    expect((await listDraftRows(context, left)).rows.map(({ handle }) => handle)).toEqual(['b', 'c'])
    const run = await confirm(draft)
    expect(run).toMatchObject({ choice: chosen.choice, added: 0, updated: 1, preview: { left_out: 2 } })
    expect(await productsOf('chosen')).toEqual(['a A2 10', 'b B 2'])
  })

  test('is replaced as a whole by the next one', async () => {
    const draft = await send('replaced', file, { without_handles: ['a'] })
    expect(kindsOf(draft)).toBe('left_out add add')
    const next = await choose(draft, { without_handles: ['b'] })
    expect([next.choice.without_handles, kindsOf(next)]).toEqual([['b'], 'add left_out add'])
    expect(kindsOf(await choose(draft, {}))).toBe('add add add')
  })

  test('keeps fields of products that exist', async () => {
    await confirm(await send('kept', shop))
    await confirm(await send('kept', file, { without_fields: ['title'] }))
    expect(await productsOf('kept')).toEqual(['a A 10', 'b B 20', 'c C 30'])
  })

  test('of everything leaves nothing to import', async () => {
    const draft = await send('nothing', file, { products: 'existing' })
    expect(draft.importable).toBe(false)
    await expect(confirm(draft)).rejects.toMatchObject({ code: 'nothing_to_import' })
  })

  test('is remembered with a mapping, until another one is sent', async () => {
    await confirm(await send('remembered', 'handle,title,variant_sku,variant_price\na,A,S-1,1\n'))
    const list = 'Nr;Preis\nS-1;5\nS-2;6\n'
    const first = await send('remembered', list, { products: 'existing', without_handles: ['x'] }, true)
    const next = await send('remembered', list)
    expect(next.mapping?.remembered).toBe(true)
    expect(next.choice).toEqual(first.choice)
    expect((await send('remembered', list, {})).choice).toEqual(everything)
    const page = { storefront_id: 'remembered', limit: 10, cursor: null }
    expect((await listMappings(context, page)).mappings).toMatchObject([{ choice: first.choice }])
  })

  test('of an undo leaves the rest as it is', async () => {
    await confirm(await send('undone', shop))
    const run = await confirm(await send('undone', file))
    const draft = await undoRun(context, { storefront_id: 'undone', run_id: run.run_id })
    const chosen = await choose(draft, { without_handles: ['b'], without_fields: ['title', 'status'] })
    expect(kindsOf(chosen)).toBe('update left_out unchanged')
    await confirm(chosen)
    expect(await productsOf('undone')).toEqual(['a A2 1', 'b B2 20', 'c C 30'])
  })

  test('is not lost to a recheck that began before it', async () => {
    const draft = await send('raced', file)
    const { storefront_id, draft_id } = draft
    const { files, ...rest } = context
    let chosen: Draft | undefined
    const slow = {
      ...rest,
      files: {
        ...files,
        async storeAgain(...work: Parameters<typeof files.storeAgain>) {
          clock.time = new Date(clock.time.getTime() + 1_000)
          chosen = await choose(draft, { without_handles: ['a'] })
          return await files.storeAgain(...work)
        },
      },
    }
    await expect(recheckDraft(slow, { storefront_id, draft_id })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(chosen && kindsOf(chosen)).toBe('left_out add add')
    await confirm(draft)
    expect(await productsOf('raced')).toEqual(['b B2 20', 'c C 30'])
  })
})
