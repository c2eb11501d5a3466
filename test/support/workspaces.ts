import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Workspace {
  name: string
  /** From the root: `packages/contracts`. */
  folder: string
  dependencies: Set<string>
  devDependencies: Set<string>
  imports: Import[]
}

export interface Import {
  file: string
  specifier: string
  /** For a bare specifier: `@catalog/contracts`, `pg`. */
  packageName: string | null
  builtin: string | null
  /** For a relative specifier: the file, relative to the root. */
  reaches: string | null
  /** In a test or in a build, not in what is shipped. */
  isTest: boolean
  isTypeOnly: boolean
}

/** Every npm workspace of the repository, with the dependencies in its package.json and the imports of its sources. */
export function readWorkspaces(): Workspace[] {
  return (readManifest('.').workspaces ?? [])
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map((file) => readWorkspace(dirname(file)))
}

interface Manifest {
  name: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

function readWorkspace(folder: string): Workspace {
  const manifest = readManifest(folder)
  const files = globSync('**/*.{ts,tsx}', {
    cwd: join(root, folder),
    exclude: (path) => path.includes('node_modules') || path.includes('dist'),
  })
  return {
    name: manifest.name,
    folder: folder.replaceAll(sep, '/'),
    dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
    devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
    imports: files.flatMap((file) => readImports(join(folder, file))),
  }
}

function readImports(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(importPattern)].map(([statement, from, alone, dynamic]) => {
    const specifier = from ?? alone ?? dynamic ?? ''
    const isRelative = specifier.startsWith('.')
    const name = specifier.replace(/^node:/, '')
    const isBuiltin = !isRelative && (specifier.startsWith('node:') || builtinModules.includes(name))
    return {
      file,
      specifier,
      packageName: isRelative || isBuiltin ? null : packageOf(specifier),
      builtin: isBuiltin ? (name.split('/')[0] ?? name) : null,
      reaches: isRelative
        ? relative(root, resolve(root, dirname(file), specifier)).replaceAll(sep, '/')
        : null,
      isTest: /\.test\.tsx?$|-suite\.ts$|(^|\/)(test|testing|test-support)\//.test(file) || isOfBuild(file),
      isTypeOnly: /^(import|export)\s+type\s/.test(statement),
    }
  })
}

/** Files of a build are not part of the package. */
function isOfBuild(file: string): boolean {
  return /^packages\/(admin-page\/build\/|[\w-]+\/vite\.config\.ts$)/.test(file)
}

const importPattern =
  /^(?:import|export)\s(?:[^'"`;]*?\s)?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export function isWithin(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}

export function describeImport({ file, specifier }: Import): string {
  return `${file} imports ${specifier}`
}

const root = fileURLToPath(new URL('../..', import.meta.url))
