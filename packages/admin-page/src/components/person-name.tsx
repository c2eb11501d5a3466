import type { Person } from '../api/client.ts'

/** As the sign-in names them; by their id where it does not. */
export function PersonName({ person: { name, sub } }: { person: Person }) {
  return <bdi>{name ?? sub}</bdi>
}
