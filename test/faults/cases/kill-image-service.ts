import { imports } from '@catalog/contracts'
import { waitFor } from '../../support/wait-for.ts'
import { patience } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { countWhere, describeRun, hold, inspectRun, untilFour } from '../inspect.ts'
import { openLab } from '../lab.ts'
import { acknowledgements, answersTo, messagesTo } from '../nats-proxy.ts'

const name = 'image-service killed'
const inHand = "outcome = 'pending' and claim_expires_at is not null"

export const killImageService: Fault[] = [
  {
    name: `${name} after claim`,
    done: 'the answers to its claims held back, kill -9, started again',
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const { proxy } = lab.imageService
      const trap = proxy.trap(answersTo('out', imports.claimImage.subject))
      const run = await lab.confirm(8)
      await trap.sprung
      await untilFour(lab, 'claims', 'claim_expires_at is not null')
      hold('nothing was fetched yet', lab.pictures.requests() === 0)
      await lab.imageService.stop('SIGKILL')
      trap.open()
      await lab.imageService.start()
      return describeRun(await inspectRun(lab, run))
    },
  },
  {
    name: `${name} after fetch`,
    done: 'four pictures sent to it, nothing of them stored, kill -9, started again',
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog, large: true, withBucket: true })
      lab.bucket?.takeOnly(0)
      const run = await lab.confirm(6)
      await waitFor('four fetches', () => lab.pictures.sent() === 4, patience)
      await lab.imageService.stop('SIGKILL')
      hold('nothing was stored yet', lab.bucket?.count() === 0)
      lab.bucket?.takeOnly(Infinity)
      await lab.imageService.start()
      return describeRun(await inspectRun(lab, run))
    },
  },
  {
    name: `${name} in the middle of a phase`,
    done: 'four images settled, four in hand, four in the queue, kill -9, started again',
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const gate = lab.pictures.hold(4)
      const run = await lab.confirm(12)
      await untilFour(lab, 'settlements', "outcome = 'fetched'")
      await untilFour(lab, 'four in hand', inHand)
      await lab.imageService.stop('SIGKILL')
      gate.open()
      await lab.imageService.start()
      return describeRun(await inspectRun(lab, run))
    },
  },
  ...[1, 2, 3].map((stored): Fault => ({
    name: `${name} after rendition ${stored} of 4`,
    done: `the bucket takes ${stored} of an image's renditions, kill -9, started again`,
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog, large: true, withBucket: true })
      lab.bucket?.takeOnly(stored)
      const run = await lab.confirm(1)
      await waitFor('the other renditions', () => lab.bucket?.waiting() === 4 - stored, patience)
      await lab.imageService.stop('SIGKILL')
      hold('so many were stored', lab.bucket?.count() === stored)
      lab.bucket?.takeOnly(Infinity)
      await lab.imageService.start()
      const ended = await inspectRun(lab, run)
      hold('all are stored in the end', lab.bucket?.count() === 4)
      return describeRun(ended)
    },
  })),
  {
    name: `${name} after the last rendition`,
    done: 'its settlements held back, kill -9, started again',
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const trap = lab.imageService.proxy.trap(messagesTo('out', imports.settleImage.subject))
      const run = await lab.confirm(8)
      await trap.sprung
      await lab.imageService.stop('SIGKILL')
      hold('nothing was settled', (await countWhere(lab, "outcome <> 'pending'")) === 0)
      trap.open()
      await lab.imageService.start()
      return describeRun(await inspectRun(lab, run))
    },
  },
  {
    name: `${name} after settle, before ack`,
    done: 'its acks held back, kill -9, started again',
    isSlow: true,
    async run(watchdog) {
      await using lab = await openLab({ watchdog })
      const trap = lab.imageService.proxy.trap(acknowledgements)
      const run = await lab.confirm(8)
      await trap.sprung
      await waitFor('settlements', async () => (await countWhere(lab, "outcome = 'fetched'")) >= 4, patience)
      await lab.imageService.stop('SIGKILL')
      trap.open()
      await lab.imageService.start()
      const ended = await inspectRun(lab, run)
      hold('each picture was fetched once', lab.pictures.requests() === 8)
      return describeRun(ended)
    },
  },
]
