/** A package or program as an SBOM in CycloneDX has it. */
export interface Component {
  type: 'application' | 'container' | 'library' | 'operating-system'
  name: string
  version: string
  'bom-ref': string
  purl?: string
  cpe?: string
}

/**
 * The distribution and its installed packages, by an image's `/var/lib/dpkg/status` and `/etc/os-release`. Scanners find
 * Debian's advisories by `distro` and by the source package (`upstream`).
 */
export function describeDebian(status: string, osRelease: string): Component[] {
  const { ID: distribution, VERSION_ID: release } = readAssignments(osRelease)
  if (distribution === undefined || release === undefined)
    throw new Error('/etc/os-release has no ID or no VERSION_ID')
  const system: Component = {
    type: 'operating-system',
    name: distribution,
    version: release,
    'bom-ref': `${distribution}-${release}`,
  }
  const packages = status
    .split(/\n\n+/)
    .map(readParagraph)
    .filter((fields) => fields.Status?.endsWith(' installed'))
    .map((fields) => describePackage(fields, distribution, release))
  if (packages.length === 0) throw new Error('/var/lib/dpkg/status has no installed package')
  return [system, ...packages.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1))]
}

function describePackage(fields: Record<string, string>, distribution: string, release: string): Component {
  const { Package: name, Version: version, Architecture: architecture } = fields
  if (name === undefined || version === undefined || architecture === undefined)
    throw new Error(`/var/lib/dpkg/status: a package has no name, version or architecture: ${name}`)
  // `Source: name (version)`, where the version is another.
  const upstream = fields.Source?.replace(/ \((.*)\)$/, '@$1')
  const qualifiers = [
    `arch=${architecture}`,
    `distro=${distribution}-${release}`,
    ...(upstream === undefined ? [] : [`upstream=${encode(upstream)}`]),
  ]
  const purl = `pkg:deb/${distribution}/${encode(name)}@${encode(version)}?${qualifiers.join('&')}`
  return { type: 'library', name, version, 'bom-ref': purl, purl }
}

/** Package URLs leave colons as they are. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':')
}

/** The fields of one line each; those of several lines begin here with the first. */
function readParagraph(paragraph: string): Record<string, string> {
  return Object.fromEntries(
    [...paragraph.matchAll(/^([A-Z][A-Za-z-]*):[ \t]*(.*)$/gm)].map(([, field, value]) => [field, value]),
  )
}

function readAssignments(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)="?(.*?)"?$/gm)].map(([, name, value]) => [name, value]),
  )
}
