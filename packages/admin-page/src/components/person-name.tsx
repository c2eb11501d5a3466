import type { Person } from '@catalog/contracts'

/** A person's name from the sign-in; without one, their id. */
export function PersonName({ person: { name, sub } }: { person: Person }) {
  return <bdi>{name ?? sub}</bdi>
}
