/**
 * The section of a version in the changelog, as Markdown.
 * @throws Error if there is none, or nothing in it
 */
export function readNotes(changelog: string, version: string): string {
  const section = changelog
    .split(/^(?=## \[)/m)
    .find((text) => text.startsWith(`## [${version}]`))
    ?.replace(/^.*\n/, '')
    .trim()
  if (!section)
    throw new Error(`CHANGELOG.md has no section [${version}]: what is under [Unreleased] becomes it.`)
  return `${section}\n`
}
