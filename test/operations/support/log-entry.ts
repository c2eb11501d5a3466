import { parseLine } from '../../../deploy/local/log-line.ts'

/** An entry of Cloud Logging, with the parts that filters and extractors use. */
export interface LogEntry {
  logName: string
  severity: string
  timestamp: string
  resource: { type: string; labels: Record<string, string> }
  jsonPayload?: Record<string, unknown>
  textPayload?: string
}

/** Where a container runs. */
export interface Place {
  project: string
  cluster: string
  namespace: string
  pod: string
  container: string
}

/**
 * What GKE's logging agent makes of a line that a container wrote: the fields of a JSON object are jsonPayload, but for
 * `severity` and `time`, which become the entry's own. A line on stderr that says no severity is an ERROR.
 */
export function toLogEntry(line: string, stream: 'stdout' | 'stderr', place: Place): LogEntry {
  const entry = {
    logName: `projects/${place.project}/logs/${stream}`,
    severity: stream === 'stderr' ? 'ERROR' : 'INFO',
    timestamp: new Date(0).toISOString(),
    resource: {
      type: 'k8s_container',
      labels: {
        project_id: place.project,
        cluster_name: place.cluster,
        namespace_name: place.namespace,
        pod_name: place.pod,
        container_name: place.container,
      },
    },
  }
  const fields = parseLine(line)
  if (fields === null) return { ...entry, textPayload: line }
  const { severity, time, ...jsonPayload } = fields
  return {
    ...entry,
    ...(typeof severity === 'string' && { severity }),
    ...(typeof time === 'string' && { timestamp: time }),
    jsonPayload,
  }
}

/** The text at a path such as `resource.labels.pod_name`, or undefined. */
export function fieldOf(entry: LogEntry, path: string): string | undefined {
  let value: unknown = entry
  for (const [, part = ''] of path.matchAll(/(?:^|\.)("[^"]+"|[^.]+)/g)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, part.replaceAll('"', ''))
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** The text that a label extractor of a log-based metric finds in an entry, or an empty text. */
export function extract(expression: string, entry: LogEntry): string {
  const whole = /^EXTRACT\(([\w.]+)\)$/.exec(expression)
  if (whole?.[1] !== undefined) return fieldOf(entry, whole[1]) ?? ''
  const part = /^REGEXP_EXTRACT\(([\w.]+), "(.+)"\)$/.exec(expression)
  if (part?.[1] === undefined || part[2] === undefined) throw new SyntaxError(`cannot read ${expression}`)
  return new RegExp(part[2]).exec(fieldOf(entry, part[1]) ?? '')?.[1] ?? ''
}
