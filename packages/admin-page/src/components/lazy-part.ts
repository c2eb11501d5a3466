import { lazyRouteComponent } from '@tanstack/react-router'

/** A part of the page could not be loaded: the connection is lost, or a new release has replaced the files. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/**
 * A screen that is loaded when it is opened. It throws our own error: the router itself would reload a page without a
 * connection.
 */
export const lazyPart: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PartMissing('a part of the page did not load', { cause })
      }),
    name,
  )
