// Run by `npm version`, after it has raised package.json and before it commits.
import { fileURLToPath } from 'node:url'
import { runQuietly } from '../commands.ts'
import { versionedFiles, writeVersion } from './write-version.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
await writeVersion(root)
// The lockfile repeats the versions of workspaces, which `npm version` leaves as they were.
await runQuietly('npm', ['install', '--prefix', root, '--package-lock-only', '--offline', '--ignore-scripts'])
await runQuietly('git', ['-C', root, 'add', 'package-lock.json', ...versionedFiles])
