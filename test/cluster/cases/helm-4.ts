import assert from 'node:assert/strict'
import { findTool } from '../../../deploy/local/tools.ts'
import type { Case } from '../case.ts'
import { ofRelease, release } from '../chart.ts'
import { walkThrough } from '../journey.ts'

/** It leaves its own release; all other cases use Helm 3. */
export const helm4: Case = {
  name: 'Helm 4: takes over, and installs',
  isLastOfLab: true,
  run: async (lab) => {
    const { tools, installation, tags } = lab
    tools.useHelm(await findTool('helm4', { say: () => {} }))
    await installation.upgrade(`image.tag=${tags.next}`)
    await installation.rollback()
    await tools.helm(['uninstall', release, '--wait', '--timeout', '10m'])
    const left = await tools.kubectl(['get', 'deployments,services,pdb,hpa', '-o', 'name', ...ofRelease])
    assert.equal(left.trim(), '')

    await installation.upgrade()
    const output = await tools.helm(['test', release, '--logs', '--timeout', '10m'])
    assert.match(output, /Phase:\s+Succeeded/)
    await walkThrough(lab, 'helm-4')
    return 'upgrade and rollback of a release of Helm 3, uninstall, install, test'
  },
}
