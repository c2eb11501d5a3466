import type { ImportPlan } from '@catalog/preview'
import { findUnequal, imageTable, variantTable, variantsWithoutStock } from '../../catalog/write.sql.ts'
import { decodePlan } from '../../drafts/plan-codec.ts'
import type { Database } from '../../postgres/database.ts'
import { findParts, findPlanBefore, findVersions } from './doctor.sql.ts'

/**
 * Compares the catalog with what the storefront's runs wrote, from the last one back. Finds the products whose version
 * says that nothing has changed them since, and of which a variant or an image is not as it was written, or is there
 * although no run wrote it. The variants and images that a run without details wrote are not compared.
 */
export class ForeignWrites {
  readonly products = new Set<string>()
  /** By product, its version after the last run that wrote it. */
  readonly #versions = new Map<string, number>()
  /** Variants and images that a later run wrote. */
  readonly #written = new Set<string>()
  #runId: string | null = null

  /** Compares with the next earlier run, in one snapshot. Returns whether there was one. */
  async compareNext(snapshot: Database, storefrontId: string): Promise<boolean> {
    const run = await findPlanBefore(snapshot, storefrontId, this.#runId)
    if (run === undefined) return false
    this.#runId = run.runId
    await this.#compare(snapshot, storefrontId, await decodePlan(run.plan))
    return true
  }

  async #compare(snapshot: Database, storefrontId: string, plan: ImportPlan): Promise<void> {
    const added = plan.products.adds.map(({ productId }) => productId)
    for (const productId of added) this.#keep(productId, 1)
    for (const { productId, version } of plan.touched) this.#keep(productId, version + 1)
    const stocks = new Map(plan.touched.map(({ productId, stockVersion }) => [productId, stockVersion]))
    const stored = await findVersions(snapshot, storefrontId, [...added, ...stocks.keys()])

    const isUnchanged = (productId: string) =>
      stored.get(productId)?.version === this.#versions.get(productId)
    const hasItsStock = ({ productId }: { productId: string }) =>
      stored.get(productId)?.stockVersion === (stocks.get(productId) ?? 0)
    const latest = <Row extends { productId: string }>(
      { adds, updates }: { adds: Row[]; updates: Row[] },
      idOf: (row: Row) => string,
    ) =>
      [...adds, ...updates].filter((row) => {
        const isLatest = !this.#written.has(idOf(row))
        this.#written.add(idOf(row))
        return isLatest && isUnchanged(row.productId)
      })
    const variants = latest(plan.variants, ({ variantId }) => variantId)
    const images = latest(plan.images, ({ imageId }) => imageId)
    const parts = await findParts(snapshot, storefrontId, added.filter(isUnchanged))
    const unequal = [
      ...(await findUnequal(snapshot, variantTable, storefrontId, variants.filter(hasItsStock))),
      ...(await findUnequal(
        snapshot,
        variantsWithoutStock,
        storefrontId,
        variants.filter((row) => !hasItsStock(row)),
      )),
      ...(await findUnequal(snapshot, imageTable, storefrontId, images)),
      ...parts.filter(({ id }) => !this.#written.has(id)),
    ]
    for (const { productId } of unequal) this.products.add(productId)
  }

  #keep(productId: string, version: number): void {
    if (!this.#versions.has(productId)) this.#versions.set(productId, version)
  }
}
