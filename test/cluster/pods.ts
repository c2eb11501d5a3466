import { serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import type { Lab } from './lab.ts'

export interface PodsOfService {
  name: ServiceName
  first: string
  second: string
}

/** The two pods of each service, as `pod/name`. */
export async function findPods({ tools, installation }: Lab): Promise<PodsOfService[]> {
  await installation.settle()
  return await Promise.all(
    serviceNames.map(async (name) => {
      const label = `app.kubernetes.io/component=${name}`
      const [first, second] = (await tools.kubectl(['get', 'pods', '-l', label, '-o', 'name'])).split('\n')
      if (!first || !second) throw new Error(`${name} has fewer than two pods`)
      return { name, first, second }
    }),
  )
}
