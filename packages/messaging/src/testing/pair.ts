import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { startNats } from '../../../../test/support/nats.ts'
import type { TestNats } from '../../../../test/support/nats.ts'
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

export function usePair(): Pair {
  let server: TestNats
  let caller: Nats
  let answerer: Nats
  let services = new AsyncDisposableStack()
  const log = memoryLog()

  beforeAll(async () => {
    server = await startNats()
    caller = await connectNats({ url: server.url, name: 'caller', log: memoryLog() })
    answerer = await connectNats({ url: server.url, name: 'answerer', log })
  })
  afterEach(async () => {
    await services.disposeAsync()
    services = new AsyncDisposableStack()
  })
  afterAll(async () => {
    await caller[Symbol.asyncDispose]()
    await answerer[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  return {
    get url() {
      return server.url
    },
    get caller() {
      return caller
    },
    get answerer() {
      return answerer
    },
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
