import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { randomInt } from 'node:crypto'
import { beginsWorkbook } from '@catalog/reading'
import { say } from '../../deploy/local/terminal.ts'
import { checkCase } from './check-case.ts'
import { makeCase } from './make-case.ts'
import { readFound } from './read-found.ts'
import { fuzz } from './run-cases.ts'

// npm run fuzz [-- --seconds 60 --count 1000000 --seed NAME --case N --out FOLDER]: cases of a seed, or one of them
// npm run fuzz -- FILE.csv (or .xlsx): that file, on what FILE.before.csv leaves, held to FILE.like.csv
const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    case: { type: 'string' },
    out: { type: 'string', default: '.catalog/fuzz' },
  },
  allowPositionals: true,
})
const [path] = positionals

if (path !== undefined) {
  say(await checkCase(readFound(path)))
} else {
  const from = values.case === undefined ? 0 : Number(values.case)
  const count = values.case === undefined ? Number(values.count) : 1
  say(`Seed ${values.seed}.`)
  const { done, findings, outcomes, cpuS } = await fuzz({
    seed: values.seed,
    from,
    count,
    seconds: Number(values.seconds),
    isMadeSmaller: true,
  })
  for (const [outcome, times] of [...outcomes].sort(([, a], [, b]) => b - a))
    say(`${String(times).padStart(8)}  ${outcome}`)
  say(`${done} inputs in ${cpuS} s of CPU time, ${findings.size} different problems.`)
  if (findings.size > 0) mkdirSync(values.out, { recursive: true })
  for (const { index, problem, stack, smallest, times } of findings.values()) {
    const name = `${values.out}/${values.seed}-${index}`
    const ending = beginsWorkbook(smallest.file) ? 'xlsx' : 'csv'
    writeFileSync(`${name}.${ending}`, smallest.file)
    if (smallest.before) writeFileSync(`${name}.before.csv`, smallest.before)
    if (smallest.like) writeFileSync(`${name}.like.csv`, smallest.like)
    say(
      `\n${times} times: ${problem}\nMade again by --seed ${values.seed} --case ${index}; made smaller in ${name}.${ending}.\n${stack}`,
    )
  }
  if (values.case !== undefined && findings.size === 0)
    say(`${(await makeCase(values.seed, from)).file.length} bytes.`)
  process.exitCode = findings.size > 0 ? 1 : 0
}
