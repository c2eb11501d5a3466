import { serviceNames } from '../../deploy/local/services.ts'
import type { Lab } from './lab.ts'

/** The two pods of each service, as `pod/name`. */
export function findPods({ tools }: Lab): Promise<{ first: string; second: string }[]> {
  return Promise.all(
    serviceNames.map(async (name) => {
      const label = `app.kubernetes.io/component=${name}`
      const [first, second] = (await tools.kubectl(['get', 'pods', '-l', label, '-o', 'name'])).split('\n')
      if (!first || !second) throw new Error(`${name} has fewer than two pods`)
      return { first, second }
    }),
  )
}
