import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { serviceNames } from '../../deploy/local/services.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Answer } from './commands.ts'
import type { ClientTools } from './client-tools.ts'
import { bucket } from './stores.ts'

export const release = 'catalog'
export const chartFolder = fileURLToPath(new URL('../../helm/catalog', import.meta.url))
/** Of kubectl: all that the release has. */
export const ofRelease = ['-l', `app.kubernetes.io/instance=${release}`]
const deployments = serviceNames.map((name) => `deployment/${release}-${name}`)

export interface ValuesOfLab {
  namespace: string
  tag: string
  allowedHost: string
}

/** Those of values.yaml, and of another file on top; as Helm's `-f -` reads them. */
export function baseValues({ namespace, tag, allowedHost }: ValuesOfLab, more?: URL): Values {
  const text = readFileSync(new URL('values.yaml', import.meta.url), 'utf8')
  const own: Record<string, string> = {
    NAMESPACE: namespace,
    TAG: tag,
    ALLOWED_HOST: allowedHost,
    BUCKET: bucket,
  }
  const values: object = parse(text.replaceAll(/\$(\w+)/g, (_whole, name: string) => own[name] ?? ''))
  return { input: JSON.stringify(values), files: ['-f', '-', ...(more ? ['-f', fileURLToPath(more)] : [])] }
}

/** Arguments of Helm, and its standard input. */
export interface Values {
  input: string
  files: string[]
}

function setsOf(values: string[]): string[] {
  return values.flatMap((value) => ['--set', value])
}

const patience = ['--timeout', '10m']

export interface Installation {
  /**
   * Brings the release to the values of the lab, with these on top, and waits until all of it serves. Old pods may be on
   * their way out.
   */
  upgrade(...more: string[]): Promise<void>
  /** The same with the chart in that folder. */
  upgradeTo(chart: string, ...more: string[]): Promise<void>
  /** Like `upgrade`, but does not throw, and waits only for the hooks before the upgrade. */
  tryUpgrade(...more: string[]): Promise<Answer>
  /** One template of the chart with the values of the lab plus these. */
  render(template: string, ...more: string[]): Promise<string>
  /** Rolls back to the previous revision. */
  rollback(): Promise<void>
  /** Restores the values of the lab if they may be different. */
  restore(): Promise<void>
  /** Makes the next `restore` upgrade in any case. */
  distrust(): void
  /** Waits until each Deployment is rolled out with all its pods, and no pod is terminating. */
  settle(): Promise<void>
}

export function createInstallation(
  tools: ClientTools,
  { input, files }: Values,
  onChange: () => Promise<void>,
): Installation {
  const settle = async () => {
    await Promise.all(deployments.map((name) => tools.kubectl(['rollout', 'status', name, '--timeout=600s'])))
    const leaving = `{range .items[?(@.metadata.deletionTimestamp)]}{.metadata.name}{' '}{end}`
    await waitFor(
      'the old pods to be gone',
      async () => {
        const output = await tools.kubectl(['get', 'pods', ...ofRelease, '-o', `jsonpath=${leaving}`])
        const pods = output.split(' ').filter((name) => name !== '')
        // It fails at once if a pod is already deleted.
        if (pods.length > 0)
          await tools.tryKubectl(['wait', '--for=delete', 'pods', ...pods, '--timeout=300s'])
        return pods.length === 0
      },
      { timeoutMs: 300_000, everyMs: 500 },
    )
  }
  let isAsWanted = false
  let wasAsWanted = false
  const change = async (command: string[], isWanted: boolean) => {
    ;[wasAsWanted, isAsWanted] = [isAsWanted, false]
    await tools.helm([...command, '--wait'], { input })
    await onChange()
    isAsWanted = isWanted
  }
  // `more` are values on top, as `--set` would have them.
  const upgradeArgs = (more: string[], chart = chartFolder) => {
    const args = ['upgrade', '--install', release, chart, ...patience]
    return [...args, ...files, ...setsOf(more)]
  }
  const upgrade = (...more: string[]) => change(upgradeArgs(more), more.length === 0)
  return {
    upgrade,
    upgradeTo: (chart, ...more) => change(upgradeArgs(more, chart), false),
    tryUpgrade: (...more) => {
      ;[wasAsWanted, isAsWanted] = [isAsWanted, false]
      return tools.tryHelm(upgradeArgs(more), { input })
    },
    render: (template, ...more) => {
      // A Helm built by `go install` assumes an old version, unlike Helm's released binaries.
      const version = ['--kube-version', '1.30.0']
      const args = ['template', release, chartFolder, ...files, '--show-only', template, ...version]
      return tools.helm([...args, ...setsOf(more)], { input })
    },
    rollback: () => change(['rollback', release, ...patience], wasAsWanted),
    restore: async () => {
      if (isAsWanted) return
      await upgrade()
      await settle()
    },
    distrust: () => {
      ;[wasAsWanted, isAsWanted] = [false, false]
    },
    settle,
  }
}
