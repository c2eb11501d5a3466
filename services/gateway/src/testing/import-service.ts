import { imports } from '@catalog/contracts'
import { draft, run, summary } from './samples.ts'
import type { TestGateway } from './test-gateway.ts'

/** Answers every message of the import service with the samples, and notes what it was asked. */
export async function startImportService(gateway: TestGateway) {
  const asked: [subject: string, input: unknown][] = []
  const note = (subject: string, input: unknown) => asked.push([subject, input])
  const service = await gateway.serveFake((answering) => {
    for (const contract of [imports.getDraft, imports.recheckDraft]) {
      answering.reply(contract, async (input) => {
        note(contract.subject, input)
        return draft
      })
    }
    answering.reply(imports.listDraftRows, async (input) => {
      note('rows', input)
      return { rows: draft.preview.rows, next_cursor: 'more' }
    })
    answering.reply(imports.confirmDraft, async (input) => {
      note('confirm', input)
      return { run, created: asked.filter(([subject]) => subject === 'confirm').length === 1 }
    })
    answering.reply(imports.cancelDraft, async (input) => {
      note('cancel', input)
      return {}
    })
    answering.reply(imports.listRuns, async (input) => {
      note('runs', input)
      const { image_outcomes: _, ...listed } = run
      return { runs: [listed], next_cursor: null }
    })
    for (const contract of [imports.getRun, imports.retryImages]) {
      answering.reply(contract, async (input) => {
        note(contract.subject, input)
        return run
      })
    }
    answering.reply(imports.listRunImages, async (input) => {
      note('images', input)
      return { image_outcomes: run.image_outcomes, next_cursor: null }
    })
    answering.reply(imports.summarizeCatalog, async (input) => {
      note('summary', input)
      return summary
    })
    answering.send(imports.exportDraftErrors, async (input) => {
      note('errors', input)
      return { head: {}, body: pieces('row,error_code\r\n', '2,price_invalid\r\n') }
    })
  })
  return { asked, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}
