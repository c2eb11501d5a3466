import type { Draft, FileColumn, RememberedMappingPage } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { workbookOf } from '@catalog/reading/testing'
import { catalogFile } from './support/canonical-file.ts'
import { bodyOf } from './support/api.ts'
import type { System } from './support/system.ts'
import { useSystem } from './support/use-system.ts'

const system = await useSystem()

const code = async (path: string, options: Parameters<System['request']>[1]) => {
  const response = await system.request(path, options)
  const problem = await bodyOf<{ code: string }>(response)
  return [response.status, problem.code]
}
const post = (storefront: string) => ({ method: 'POST', storefront })
const imports = '/api/products/imports'

test("another storefront's draft and run are not found (INV-14)", async () => {
  const draft = await system.upload(catalogFile({ products: 1, variants: 1 }), { storefront: 'mine' })
  const at = `${imports}/${draft.draft_id}`
  for (const path of ['', '/rows', '/errors.csv'])
    expect(await code(`${at}${path}`, { storefront: 'theirs' })).toEqual([404, 'draft_not_found'])
  for (const verb of ['confirm', 'recheck', 'cancel'])
    expect(await code(`${at}/${verb}`, post('theirs'))).toEqual([404, 'draft_not_found'])
  const run = await system.confirm(draft.draft_id, { storefront: 'mine' })
  const runAt = `${imports}/runs/${run.run_id}`
  for (const path of ['', '/images'])
    expect(await code(`${runAt}${path}`, { storefront: 'theirs' })).toEqual([404, 'run_not_found'])
  expect(await code(`${runAt}/retry-images`, post('theirs'))).toEqual([404, 'run_not_found'])
  expect(await system.json(`${imports}/runs`, { storefront: 'theirs' })).toMatchObject({ runs: [] })
})

test.each(['a form', 'its bytes'])(
  'a workbook is previewed, imported and exported, sent as %s',
  async (how) => {
    const storefront = how.replace(' ', '-')
    const workbook = new Uint8Array(
      await workbookOf([
        ['handle', 'title', 'variant_sku', 'variant_price'],
        ['mug', "'=Mug", '007', 12.5],
        ['cup', 'Cup', '008', 'cheap, they say'],
      ]),
    )
    const form = new FormData()
    form.append('file', new Blob([workbook]), 'spring.xlsx')
    const response = await system.request(imports, {
      method: 'POST',
      storefront,
      ...(how === 'a form'
        ? { body: form }
        : {
            body: workbook,
            headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
          }),
    })
    const draft = await bodyOf<Draft>(response)
    expect(draft).toMatchObject({ delimiter: null, encoding: 'xlsx', preview: { adds: 1, errors: 1 } })
    const again = await system.json<Draft>(`${imports}/${draft.draft_id}/recheck`, post(storefront))
    expect(again).toMatchObject({ delimiter: null, encoding: 'xlsx', preview: { adds: 1, errors: 1 } })
    const report = await system.request(`${imports}/${draft.draft_id}/errors.csv`, { storefront })
    expect(await report.text()).toContain('cup,Cup,008,"cheap, they say",variant_price,invalid_number,')

    await system.confirm(draft.draft_id, { storefront })
    const exported = await (await system.request('/api/products/export', { storefront })).text()
    expect(exported).toContain(`mug,'=Mug`)
    expect(exported).toContain(',007,')
    const { preview } = await system.upload(workbook, { storefront })
    expect(preview).toMatchObject({ adds: 0, updates: 0, unchanged: 1, errors: 1 })
  },
)

const draftOf = async (response: Response) => {
  expect(response.status).toBe(201)
  return await bodyOf<Draft>(response)
}

describe('a price list of an unknown format', () => {
  const list = [
    'Artikelnr;Bezeichnung;Preis;Bestand;Lagerort',
    '00123;Teekanne blau;24,90;12;A3',
    '00124;Teekanne rot;1024,50;0;A4',
    '00125;;3,00;1;',
  ].join('\r\n')
  const columns = {
    artikelnr: 'variant_sku',
    Bezeichnung: 'title',
    Preis: 'variant_price',
    Bestand: 'variant_inventory_quantity',
  }
  const storefront = 'price-list'

  const send = (csv: string | Uint8Array<ArrayBuffer>, mapping?: object, by = storefront) => {
    const form = new FormData()
    form.append('file', new Blob([csv]), 'preisliste.csv')
    if (mapping) form.append('mapping', JSON.stringify(mapping))
    return system.request(imports, { method: 'POST', body: form, storefront: by })
  }
  interface Refusal {
    code: string
    errors?: { column?: string }[]
    columns?: FileColumn[]
    identity_suggestion?: string
  }
  const refusalOf = async (response: Response) => {
    expect(response.status).toBe(422)
    return await bodyOf<Refusal>(response)
  }
  const mappings = (by = storefront) =>
    system.json<RememberedMappingPage>(`${imports}/mappings`, { storefront: by })

  test('shows its mapping with whatever its columns are called, also where it is remembered', async () => {
    const odd = JSON.parse('{"__proto__": "title", "constructor": "variant_price"}')
    const mapping = { columns: odd, identity: 'title', remember: true }
    const response = await send('__proto__;constructor\r\nKanne;9,90\r\n', mapping, 'prototypes')
    const shown = '"columns":{"__proto__":"title","constructor":"variant_price"}'
    expect(await response.text()).toContain(shown)
    const remembered = await system.request(`${imports}/mappings`, { storefront: 'prototypes' })
    expect(await remembered.text()).toContain(shown)
  })

  test('is answered with its columns, imported with a mapping, and read directly the next time', async () => {
    const refusal = await refusalOf(await send(list))
    expect(refusal).toMatchObject({ code: 'unrecognized_columns', identity_suggestion: 'variant_sku' })
    expect(refusal.columns).toEqual([
      { name: 'Artikelnr', samples: ['00123', '00124', '00125'], suggestion: 'variant_sku' },
      { name: 'Bezeichnung', samples: ['Teekanne blau', 'Teekanne rot'], suggestion: 'title' },
      { name: 'Preis', samples: ['24,90', '1024,50', '3,00'], suggestion: 'variant_price' },
      { name: 'Bestand', samples: ['12', '0', '1'], suggestion: 'variant_inventory_quantity' },
      { name: 'Lagerort', samples: ['A3', 'A4'], suggestion: null },
    ])
    const open = await system.json<{ drafts: Draft[] }>(imports, { storefront })
    expect(open.drafts).toEqual([])

    const draft = await draftOf(await send(list, { columns, identity: 'variant_sku', remember: true }))
    expect(draft).toMatchObject({
      dialect: 'mapped',
      preview: { adds: 2, errors: 1 },
      unknown_columns: [{ name: 'Lagerort', nearest: null }],
      warnings: [{ code: 'decimal_comma' }],
      mapping: {
        mapping_id: expect.any(String),
        remembered: false,
        identity: 'variant_sku',
        columns: { Artikelnr: 'variant_sku', Preis: 'variant_price' },
      },
    })
    expect(draft.preview.rows[2]?.errors).toMatchObject([{ column: 'title', code: 'missing_value' }])
    await system.confirm(draft.draft_id, { storefront })
    const exported = await (await system.request('/api/products/export', { storefront })).text()
    expect(exported).toContain('teekanne-blau,Teekanne blau,')
    expect(exported).toContain(',1024.50,')

    const workbook = await workbookOf([
      ['Artikelnr', 'Bezeichnung', 'Preis', 'Bestand', 'Lagerort'],
      ['00123', 'Teekanne blau', 24.9, 12, 'A3'],
      ['00124', 'Teekanne rot', 1024.5, 0, 'A4'],
      ['00125', '', 3, 1, ''],
    ])
    const same = await draftOf(await send(new Uint8Array(workbook)))
    expect(same).toMatchObject({
      dialect: 'mapped',
      encoding: 'xlsx',
      preview: { unchanged: 2, errors: 1 },
      mapping: { mapping_id: draft.mapping?.mapping_id, remembered: true },
    })

    const shuffled = 'PREIS;bestand;Bezeichnung;Lagerort;ARTIKELNR\r\n19,90;9;Teekanne blau;A3;00123\r\n'
    const second = await draftOf(await send(shuffled))
    expect(second).toMatchObject({
      dialect: 'mapped',
      preview: { updates: 1, errors: 0 },
      mapping: {
        mapping_id: draft.mapping?.mapping_id,
        remembered: true,
        columns: { PREIS: 'variant_price', ARTIKELNR: 'variant_sku' },
      },
    })
    const again = await system.json<Draft>(`${imports}/${second.draft_id}/recheck`, post(storefront))
    expect(again.mapping).toEqual(second.mapping)
    expect(await refusalOf(await send(list, {}))).toMatchObject({ code: 'unrecognized_columns' })
    expect(await refusalOf(await send(list, undefined, 'elsewhere'))).toMatchObject({
      code: 'unrecognized_columns',
    })
    expect((await mappings('elsewhere')).mappings).toEqual([])
  })

  test('has an error report, which is read with the same mapping, remembered or sent', async () => {
    const wrong = 'Artikelnr;Bezeichnung;Preis;Bestand;Lagerort\r\n00126;=Kanne;teuer;1;B1\r\n'
    const draft = await draftOf(await send(wrong))
    const at = `${imports}/${draft.draft_id}/errors.csv`
    const report = (await (await system.request(at, { storefront })).text()).replace('teuer', '9,90')
    expect(report).toContain('Artikelnr;Bezeichnung;Preis;Bestand;Lagerort;error_column')
    for (const mapping of [undefined, { columns, identity: 'variant_sku' }]) {
      const corrected = await draftOf(await send(report, mapping))
      expect(corrected.preview).toMatchObject({ adds: 1, errors: 0 })
      expect(corrected.preview.rows[0]).toMatchObject({ title: '=Kanne', sku: '00126' })
    }
  })
})
