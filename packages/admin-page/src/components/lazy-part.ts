import { lazyRouteComponent } from '@tanstack/react-router'

/** A part of the page did not arrive: the connection is lost, or a release has put other files in its place. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/** A screen that is loaded when it is opened. Its error is ours: the router itself would reload a page without a connection. */
export const lazyPart: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PartMissing('a part of the page did not load', { cause })
      }),
    name,
  )
