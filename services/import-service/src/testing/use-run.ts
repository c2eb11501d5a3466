import { beforeEach } from '@jest/globals'
import type { ImageSettlement, Run } from '@catalog/contracts'
import { settleImage } from '../images/settle-image.ts'
import { confirmImages, imageOf, settlementOf, takeClaim } from './stored-runs.ts'
import { useTestContext } from './use-test-context.ts'

/** A service for all tests of a file, and for each test a new run with two images. */
export async function useRun() {
  const service = await useTestContext()
  let run: Run
  beforeEach(async () => {
    run = await confirmImages(service.context, 'storefront', 2)
    service.events.length = 0
  })
  return {
    service,
    get run() {
      return run
    },
    claim: (index = 0, of = run) => takeClaim(service.context, imageOf(of, index)),
    settle: async (token: string, fields: Partial<ImageSettlement> = {}, index = 0, of = run) => {
      const { result } = await settleImage(service.context, settlementOf(imageOf(of, index), token, fields))
      return result
    },
  }
}
