/**
 * The text of a Chart.yaml with what Artifact Hub shows of a release: the services' images, if there is a registry, and
 * the changes.
 * @param notes the version's section of the changelog
 */
export function describeRelease(
  chart: string,
  {
    version,
    registry,
    services,
    notes,
  }: { version: string; registry?: string; services: string[]; notes: string },
): string {
  const images = services.map((name) => ({ name, image: `${registry}/${name}:${version}` }))
  return [
    chart.trimEnd(),
    ...(registry === undefined ? [] : [annotation('images', images)]),
    annotation('changes', readChanges(notes)),
    '',
  ].join('\n')
}

/** JSON is YAML: within the text of the annotation, and around it. */
function annotation(name: string, value: object): string {
  return `  artifacthub.io/${name}: ${JSON.stringify(JSON.stringify(value))}`
}

interface Change {
  /** The heading: added, changed, deprecated, removed, fixed or security. */
  kind: string
  description: string
}

function readChanges(notes: string): Change[] {
  let kind = 'changed'
  return notes.split(/\n(?=- |#|\n)/).flatMap((block) => {
    const [, heading] = /^\n*### (\w+)/.exec(block) ?? []
    if (heading !== undefined) kind = heading.toLowerCase()
    const [, text] = /^\n*- ([\s\S]+)/.exec(block) ?? []
    return text === undefined ? [] : [{ kind, description: text.trim().replaceAll(/\s+/g, ' ') }]
  })
}
