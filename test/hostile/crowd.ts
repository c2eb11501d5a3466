import { ExpectedCatalog } from '../load/catalog.ts'
import type { Change } from '../load/catalog.ts'
import { createClient } from '../load/client.ts'
import { percentile } from '../load/latencies.ts'
import { createMerchant } from '../load/merchant.ts'
import type { System } from '../support/system.ts'
import { now } from './bystander.ts'

const storefronts = 64
/** Of a file, with 100 rows. */
const products = 20
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
    const catalog = new ExpectedCatalog(`crowd-${number}`, Infinity, (path) => path)
    const merchant = createMerchant(client, catalog)
    let rounds = 0
    const bring = async (change: Change) => {
      await merchant.confirm(await merchant.upload(change), change)
      change.apply()
      await merchant.takeOut()
      rounds += 1
      if (rounds === enoughRounds) ahead += 1
    }
    try {
      for (const change of catalog.newProducts(products)) await bring(change)
      while (!isOver()) await bring(catalog.changedProducts(0, products, 1))
    } catch (error) {
      failures.push(`${catalog.storefront}: ${String(error)}`)
    }
    return rounds
  }

  const rounds = await Promise.all(Array.from({ length: storefronts }, (_, number) => live(number)))
  const at = (share: number) => percentile(rounds, share)
  const seconds = (now() - beganAt) / 1_000
  const refusals = client.answers.reduce((sum, answer) => sum + answer.refusals, 0)
  return { storefronts, seconds, rounds: { least: at(0), median: at(0.5), most: at(1) }, refusals, failures }
}
