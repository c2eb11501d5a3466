import { inspect, parseArgs } from 'node:util'
import { setup } from '../support/global-setup.ts'
import { benchByteStream } from './byte-stream.ts'
import { benchCommandLine } from './command-line.ts'
import { benchDraftParts } from './draft-parts.ts'
import { benchExport } from './export-catalog.ts'
import { benchImageOverhead } from './image-overhead.ts'
import { benchImages } from './images.ts'
import { benchImport } from './import-catalog.ts'
import { benchMedusaShapes } from './medusa-shapes.ts'
import { benchMemoryOfReading } from './memory-of-reading.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchOldRuns } from './old-runs.ts'
import { benchParsing } from './parse-upload.ts'
import { benchPeriodic } from './periodic.ts'
import { benchReading } from './read-file.ts'
import { benchReviewScreen } from './review-screen.ts'
import { printFindings, tell } from './report.ts'
import { benchRequests } from './requests.ts'
import type { Finding } from './report.ts'

// npm run bench [-- --quick] [NAME...], one or more of:
const benchmarks: Record<string, (options: { rounds: number }) => Promise<Finding[]>> = {
  reading: benchReading,
  memory: benchMemoryOfReading,
  stream: benchByteStream,
  parsing: benchParsing,
  draft: benchDraftParts,
  import: benchImport,
  medusa: benchMedusaShapes,
  neighbours: benchNeighbours,
  export: benchExport,
  history: benchOldRuns,
  periodic: benchPeriodic,
  images: benchImages,
  overhead: benchImageOverhead,
  requests: benchRequests,
  review: benchReviewScreen,
  'command-line': benchCommandLine,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = positionals.length > 0 ? positionals : Object.keys(benchmarks)
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  tell(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}

const findings: Finding[] = []
const failures: string[] = []
// As durable as what `npm start` runs.
const stopServers = await setup({ fast: false })
try {
  for (const name of names) {
    try {
      findings.push(...((await benchmarks[name]?.({ rounds: values.quick ? 3 : 7 })) ?? []))
    } catch (error) {
      const cause = firstCause(error)
      failures.push(`${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`)
      tell(inspect(cause))
    }
  }
} finally {
  await stopServers()
}
if (findings.length > 0) printFindings(findings)
for (const failure of failures) tell(failure)
process.exitCode = failures.length > 0 ? 1 : 0

/** The first error, not one of the cleanup after it. */
function firstCause(error: unknown): unknown {
  return error instanceof SuppressedError ? firstCause(error.suppressed) : error
}
