import { Zone } from '../name-server.ts'
import ranges from './ranges.json' with { type: 'json' }
import sections from './zone.json' with { type: 'json' }

/** Every name that the name server of the guard's cases knows. */
export const zone: Zone = Zone.parse({
  ...Object.assign({}, ...Object.values(sections)),
  'sixty.example': [[...Array.from({ length: 59 }, (_, index) => `93.184.216.${index + 1}`), '127.0.0.1']],
  ...Object.fromEntries(
    ranges.flatMap(({ each }) => Object.values(each).flat()).map((address) => [nameOf(address), [[address]]]),
  ),
})

/** The name that leads to an address of ranges.json. */
export function nameOf(address: string): string {
  return `at-${address.replaceAll(/[.:]/g, '-')}.ranges.example`
}
