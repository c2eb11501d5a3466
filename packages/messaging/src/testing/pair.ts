import { afterEach } from '@jest/globals'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { startNats } from '../../../../test/support/nats.ts'
import { connectNats, serve } from '../index.ts'
import type { Nats, Service } from '../index.ts'
import { memoryLog } from './memory-log.ts'
import type { LogLine } from './memory-log.ts'

/** A NATS server with one connection that asks and one that answers, for all tests of a file. */
export interface Pair {
  readonly url: string
  readonly caller: Nats
  readonly answerer: Nats
  /** What the answering side has logged. */
  readonly lines: LogLine[]
  /** Serves until the end of the test what `add` adds to the service. */
  serve(add: (service: Service) => void): Promise<Service>
}

export async function usePair(): Promise<Pair> {
  const undo = disposeAfterAll()
  const { url } = undo.use(await startNats())
  const log = memoryLog()
  const answerer = undo.use(await connectNats({ url, name: 'answerer', log }))
  const caller = undo.use(await connectNats({ url, name: 'caller', log: memoryLog() }))
  let services = new AsyncDisposableStack()
  afterEach(async () => {
    await services.disposeAsync()
    services = new AsyncDisposableStack()
  })
  return {
    url,
    caller,
    answerer,
    lines: log.lines,
    async serve(add) {
      const service = services.use(await startTestService(answerer))
      add(service)
      await answerer.flush()
      return service
    },
  }
}

/** A handler that throws this error. */
export function refusing(error: Error): () => Promise<never> {
  return async () => {
    throw error
  }
}

export function startTestService(nats: Nats): Promise<Service> {
  return serve(nats, { name: 'test-service', version: '0.1.0', description: 'For tests' })
}
