import { createReadStream } from 'node:fs'
import { answerQuestions } from './helper-process.ts'
import { readAndValidate } from './read-and-validate.ts'

// The process whose memory is measured: it only reads the file as it arrives.
const file = process.env['BENCH_FILE'] ?? ''
const dialect = process.env['BENCH_DIALECT'] ?? ''

answerQuestions(async () => {
  await readAndValidate(createReadStream(file, { highWaterMark: 256 * 1024 }), dialect)
  return 'read'
})
