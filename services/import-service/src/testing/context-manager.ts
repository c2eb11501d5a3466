import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT } from '@opentelemetry/api'
import type { Context, ContextManager } from '@opentelemetry/api'

const followed = new AsyncLocalStorage<Context>()

/** Stands in for that of the OpenTelemetry SDK: the context follows what is awaited. */
export const contextManager: ContextManager = {
  active: () => followed.getStore() ?? ROOT_CONTEXT,
  with: (active, work, thisArg, ...args) => followed.run(active, () => Reflect.apply(work, thisArg, args)),
  bind: (_context, target) => target,
  enable: () => contextManager,
  disable: () => contextManager,
}
