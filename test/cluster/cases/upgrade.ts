import type { Case } from '../case.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

export const upgradeUnderWay: Case = {
  name: 'upgrade and rollback in the middle of the work',
  run: async (lab) => {
    const { tags, installation } = lab
    await using traffic = await startTraffic(lab, 'upgrade')
    await installation.upgrade(`image.tag=${tags.next}`)
    await installation.rollback()
    await installation.settle()
    return expectNoFailure(await traffic.stop())
  },
}
