import { join } from 'node:path'
import { runQuietly } from '../commands.ts'

const tool = '@cyclonedx/cyclonedx-npm'
const toolVersion = '6.0.1'

/**
 * Writes the SBOM of a workspace in CycloneDX, as JSON: every package of the lockfile that it has at run time. `npm
 * sbom` omits some of them if workspaces have no version.
 */
export async function describePackages(options: {
  source: string
  workspace: string
  version: string
  out: string
}): Promise<void> {
  const { source, workspace, version, out } = options
  const name = workspace.replace(/^.*\//, '')
  await runQuietly(
    'npm',
    // prettier-ignore
    [
      'exec', '--yes', '--prefix', source, '--package', `${tool}@${toolVersion}`, '--', 'cyclonedx-npm',
      '--package-lock-only', '--omit', 'dev', '--workspace', workspace, '--output-reproducible',
      '--output-file', join(out, `${name}-${version}.cdx.json`), join(source, 'package.json'),
    ],
    // It would compile an XML validator, which is not needed here.
    { npm_config_ignore_scripts: 'true' },
  )
}
