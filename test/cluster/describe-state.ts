import { ofRelease } from './chart.ts'
import type { ClientTools } from './client-tools.ts'

/** The state that an operator would look at first, for the log of a failed case. */
export async function describeState(tools: ClientTools): Promise<string> {
  const pods = await tools.tryKubectl(['get', 'pods', '-o', 'wide'])
  const events = await tools.tryKubectl(['get', 'events', '--sort-by=.lastTimestamp'])
  // Includes deleted pods.
  const warnings = await tools.tryKubectl(['get', 'events', '--field-selector', 'type=Warning'])
  const logs = await tools.tryKubectl([
    'logs',
    ...ofRelease,
    '--all-containers',
    '--prefix',
    '--tail=4',
    '--max-log-requests=40',
    '--ignore-errors',
  ])
  return [
    pods.stdout,
    lastLines(warnings.stdout, 20),
    lastLines(events.stdout, 12),
    lastLines(logs.stdout, 24),
  ].join('\n')
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
