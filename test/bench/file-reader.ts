import { readFile } from 'node:fs/promises'
import { answerQuestions } from './helper-process.ts'
import { readAndValidate } from './read-and-validate.ts'

// The process whose memory is measured: it only reads the file.
const file = process.env['BENCH_FILE'] ?? ''
const dialect = process.env['BENCH_DIALECT'] ?? ''

answerQuestions(async () => {
  await readAndValidate(await readFile(file), dialect)
  return 'read'
})
