import type { Draft } from '@catalog/contracts'
import { createClient } from '../load/client.ts'
import { percentile } from '../load/latencies.ts'
import { csvOf } from '../support/canonical-file.ts'
import type { System } from '../support/system.ts'
import { now } from './bystander.ts'

const imports = '/api/products/imports'
const storefronts = 64
const rows = 100
/** Ends once half of them have imported this many files: enough to notice one that is starved. */
const enoughRounds = 6
/** For a machine that is too slow for that. */
const crowdMs = 60_000

export interface CrowdReport {
  storefronts: number
  seconds: number
  /** Per storefront: files that it uploaded, confirmed and exported. */
  rounds: { least: number; median: number; most: number }
  /** Answers with Retry-After. */
  refusals: number
  /** Any other wrong answer. */
  failures: string[]
}

/** Storefronts that all import and export at once, one file after the other, and heed Retry-After. */
export async function crowd(system: System): Promise<CrowdReport> {
  const beganAt = now()
  let ahead = 0
  const isOver = () => ahead >= storefronts / 2 || now() > beganAt + crowdMs
  const failures: string[] = []
  const client = createClient(system, new AbortController().signal)

  const live = async (number: number): Promise<number> => {
    const storefront = `crowd-${number}`
    let rounds = 0
    try {
      for (let price = 1; !isOver(); price += 1) {
        const file = Array.from({ length: rows }, (_, index) => ({
          handle: `p-${index}`,
          title: `Product ${index}`,
          variant_price: `${price}.${String(index % 100).padStart(2, '0')}`,
        }))
        const draft = await client.json<Draft>({
          endpoint: 'upload',
          path: imports,
          method: 'POST',
          headers: { 'content-type': 'text/csv' },
          body: csvOf(file),
          storefront,
          status: 201,
        })
        const path = `${imports}/${draft.draft_id}/confirm`
        await client.ask({ endpoint: 'confirm', path, method: 'POST', storefront, status: 201 })
        const exported = await client.ask({ endpoint: 'export', path: '/api/products/export', storefront })
        if (!exported.includes(`,${price}.07,`))
          throw new Error('the export does not hold what was confirmed')
        rounds += 1
        if (rounds === enoughRounds) ahead += 1
      }
    } catch (error) {
      failures.push(`${storefront}: ${String(error)}`)
    }
    return rounds
  }

  const rounds = await Promise.all(Array.from({ length: storefronts }, (_, number) => live(number)))
  const at = (share: number) => percentile(rounds, share)
  const seconds = (now() - beganAt) / 1_000
  const refusals = client.answers.reduce((sum, answer) => sum + answer.refusals, 0)
  return { storefronts, seconds, rounds: { least: at(0), median: at(0.5), most: at(1) }, refusals, failures }
}
