import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT } from '@opentelemetry/api'
import type { Context, ContextManager } from '@opentelemetry/api'

/** What the OpenTelemetry SDK brings where it is loaded: contexts that follow asynchronous work. */
export class AsyncLocalStorageContextManager implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }

  with<Args extends unknown[], Result extends (...args: Args) => ReturnType<Result>>(
    context: Context,
    work: Result,
    thisArg?: ThisParameterType<Result>,
    ...args: Args
  ): ReturnType<Result> {
    return this.#storage.run(context, () => Reflect.apply(work, thisArg, args))
  }

  bind<Target>(context: Context, target: Target): Target {
    if (typeof target !== 'function') return target
    return new Proxy(target, {
      apply: (bound, thisArg, args) => this.#storage.run(context, () => Reflect.apply(bound, thisArg, args)),
    })
  }

  enable(): this {
    return this
  }

  disable(): this {
    this.#storage.disable()
    return this
  }
}
