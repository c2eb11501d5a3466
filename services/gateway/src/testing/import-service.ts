import { Readable } from 'node:stream'
import { imports } from '@catalog/contracts'
import type { DownloadContract, RequestContract } from '@catalog/contracts'
import type { z } from 'zod'
import { adjusted, draft, mapping, product, run, summary } from './samples.ts'
import type { TestGateway } from './test-gateway.ts'

/** Answers every message of import-service with the samples, and records the subject and input of each. */
export async function startImportService(gateway: TestGateway) {
  const asked: [subject: string, input: unknown][] = []
  const { image_outcomes, ...listed } = run
  const { rows, next_cursor: _, ...counts } = draft.preview
  const products = { products: [product], next_cursor: null, total: 1 }
  let confirms = 0

  const service = await gateway.serveFake((answering) => {
    const reply = <Output extends z.ZodType>(
      contract: RequestContract<z.ZodType, Output>,
      answer: () => z.input<Output>,
    ) =>
      answering.reply(contract, async (input) => {
        asked.push([contract.subject, input])
        return answer()
      })
    reply(imports.listDrafts, () => ({ drafts: [{ ...draft, preview: counts }], next_cursor: null }))
    reply(imports.getDraft, () => draft)
    reply(imports.recheckDraft, () => draft)
    reply(imports.reviseDraft, () => draft)
    reply(imports.listDraftRows, () => ({ rows, next_cursor: 'more' }))
    reply(imports.listDraftProducts, () => products)
    reply(imports.confirmDraft, () => ({ run, created: ++confirms === 1 }))
    reply(imports.cancelDraft, () => ({}))
    reply(imports.listMappings, () => ({ mappings: [mapping], next_cursor: null }))
    reply(imports.deleteMapping, () => ({}))
    reply(imports.listRuns, () => ({ runs: [listed], next_cursor: null }))
    reply(imports.getRun, () => run)
    reply(imports.listRunRows, () => ({ rows, next_cursor: 'more' }))
    reply(imports.listRunProducts, () => products)
    reply(imports.undoRun, () => draft)
    reply(imports.retryImages, () => run)
    reply(imports.listRunImages, () => ({ image_outcomes, next_cursor: null }))
    reply(imports.adjustStock, () => adjusted)
    reply(imports.summarizeCatalog, () => summary)
    const send = (contract: DownloadContract, ...body: string[]) =>
      answering.send(contract, async (input) => {
        asked.push([contract.subject, input])
        return { head: {}, body: Readable.from(body.map((text) => Buffer.from(text))) }
      })
    send(imports.exportDraftErrors, 'row,error_code\r\n', '2,price_invalid\r\n')
    send(imports.exportDraftAbsent, 'handle,title,status\r\n', 'cup,Cup,archived\r\n')
    send(imports.exportRunErrors, 'row,error_code\r\n', '3,price_invalid\r\n')
    send(imports.exportRunChanges, 'row,field,before,after\r\n', '2,title,Shirt,Blouse\r\n')
  })
  return { asked, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}
