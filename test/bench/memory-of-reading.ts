import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportFiles } from './export-files.ts'
import { asImportService, startHelper } from './helper-process.ts'
import { forgetPeakMemory, peakMemory } from './peak-memory.ts'
import { mebibytes, tell } from './report.ts'
import type { Finding } from './report.ts'
import { median, ratioOf } from './alternate.ts'

/** Memory for reading and validating a file at the limits, in each dialect, relative to the file's size. */
export async function benchMemoryOfReading({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-files-'))
  const findings: Finding[] = []
  for (const [dialect, makeFile] of exportFiles) {
    const bytes = await makeFile()
    const file = join(folder.path, `${dialect}.csv`)
    await writeFile(file, bytes)
    tell(`memory of reading ${dialect}: ${(bytes.length / 1024 / 1024).toFixed(1)} MB`)
    const peaks: number[] = []
    for (let round = 0; round < rounds; round += 1) peaks.push(await memoryOfReading(file, dialect))
    findings.push({
      what: `memory of reading and validating a 10 MB file, ${dialect}`,
      floor: 'the size of the file',
      ...ratioOf(peaks.map((most) => most / bytes.length)),
      goal: { most: 9 },
      here: `${mebibytes(median(peaks))} more than before, ${mebibytes(Math.max(...peaks))} at most`,
    })
  }
  return findings
}

/** In a new process: one that has read before would reuse memory that it allocated then. */
async function memoryOfReading(file: string, dialect: string): Promise<number> {
  await using reader = await startHelper<'read', 'read'>(import.meta.resolve('./file-reader.ts'), {
    ...asImportService,
    BENCH_FILE: file,
    BENCH_DIALECT: dialect,
  })
  await forgetPeakMemory(reader.pid)
  const before = await peakMemory(reader.pid)
  await reader.ask('read')
  return (await peakMemory(reader.pid)) - before
}
