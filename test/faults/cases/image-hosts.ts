import { startImageHost } from '../../support/image-host.ts'
import { waitFor } from '../../support/wait-for.ts'
import { patience } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { describeRun, hold, inspectOutcomes } from '../inspect.ts'
import { openLab } from '../lab.ts'

export const imageHosts: Fault[] = [
  {
    name: 'an image host that does not answer',
    done: "1,000 of a merchant's images are on it; another merchant confirms 100 elsewhere",
    isSlow: true,
    async run(watchdog) {
      await using silent = await startImageHost()
      silent.hold()
      await using lab = await openLab({ watchdog, otherHost: silent.host })
      await lab.confirm(1_000, { storefront: 'unlucky', host: silent })
      await waitFor('four fetches', () => silent.requests() === 4, patience)
      const run = await lab.confirm(100)
      const ended = await inspectOutcomes(lab, run)
      const tries = silent.requests()
      // Images that were tried before the speed was known, and those that the remaining workers started since.
      hold('few of the others were tried meanwhile', tries <= 20)
      return `${describeRun(ended)}, while ${tries} of the 1,000 were tried`
    },
  },
]
