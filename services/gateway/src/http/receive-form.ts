import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Writable } from 'node:stream'
import {
  Choice,
  fileTooLarge,
  maxChoiceLength,
  maxFileBytes,
  maxMappingBytes,
  ServiceError,
} from '@catalog/contracts'
import type { Mapping } from '@catalog/contracts'
import multer from '@koa/multer'
import type { Context } from '../context.ts'
import { arriving } from './arriving.ts'
import { capFile } from './file-cap.ts'
import { fileNameOf } from './file-name.ts'
import { parseJson } from './read-json.ts'
import { readMapping } from './read-mapping.ts'
import type { TakeFile } from './file-cap.ts'

declare module '@koa/multer' {
  interface Options {
    defParamCharset?: string
    preservePath?: boolean
    streamHandler?(req: IncomingMessage, parser: Writable): void
  }
  interface File {
    stream: Readable
  }
}

/** Bytes of a choice in UTF-8, at most. */
const maxChoiceBytes = 3 * maxChoiceLength

/** The file and everything around it in a form: boundaries, part headers, a mapping, a choice, small fields. */
export const maxFormBytes = maxFileBytes + maxMappingBytes + maxChoiceBytes + 64 * 1024

const field = 'file'
const mappingField = 'mapping'
const choiceField = 'choice'

// One byte more than a choice may have, to detect one that is longer.
const limits = { files: 3, fields: 20, parts: 21, fieldSize: maxChoiceBytes + 1, headerPairs: 50 }

/**
 * Streams the form's file into `take` while it arrives, so that a file is never in memory as a whole. The body ends
 * only when the form ends: a second file, or a form that is aborted after its file, still fails the upload. `take`
 * decides the outcome: an error in the form reaches it as an error of the body, and a body that it stops reading is not
 * an error of the form.
 */
export async function receiveForm<T>(ctx: Context, take: TakeFile<T>): Promise<T> {
  const form = Promise.withResolvers<undefined>()
  let taking: Promise<T> | undefined
  let mapping: Mapping | undefined
  let choice: Choice | undefined
  const fieldsWithNames: Promise<void>[] = []
  const takeField = (name: string, value: string) => {
    if (name === field) form.reject(textField())
    if (name !== mappingField && name !== choiceField) return
    try {
      if (name === mappingField ? mapping : choice) throw severalFields(name)
      if (name === mappingField) mapping = readMapping(value)
      else choice = parseJson(value, Choice, choiceField)
    } catch (error) {
      form.reject(error)
    }
  }

  const parse = multer({
    limits,
    // Browsers and curl send `filename` as UTF-8.
    defParamCharset: 'utf8',
    // Otherwise a path that ends with a separator would have no name, and its part would be taken for a text field.
    preservePath: true,
    fileFilter: (_req, part, decide) => {
      const isKnown = [field, mappingField, choiceField].includes(part.fieldname)
      const isSecond = part.fieldname === field && taking !== undefined
      const problem = isSecond ? severalFiles() : isKnown ? null : wrongField(part.fieldname)
      if (problem) form.reject(problem)
      decide(problem, problem === null)
    },
    storage: {
      _handleFile: (_req, part, settle) => {
        if (part.fieldname !== field) {
          const reading = textOf(part.stream).then((text) => takeField(part.fieldname, text))
          fieldsWithNames.push(reading)
          reading.then(() => settle(), settle)
          return
        }
        taking = take(fileBody(part.stream, form.promise), {
          name: fileNameOf(part.originalname),
          mapping: () => mapping ?? null,
          choice: () => choice ?? null,
        })
        taking.then(() => settle(), settle)
        taking.catch(form.reject)
      },
      // Called only if the form fails; nothing was stored.
      _removeFile: (_req, _part, removed) => removed(new Error('there is nothing to remove')),
    },
    streamHandler: (req, parser) => {
      parser.once('filesLimit', () => form.reject(severalFiles()))
      parser.once('partsLimit', () => form.reject(malformed()))
      parser.once('fieldsLimit', () => form.reject(malformed()))
      // Other text fields are ignored; multer would collect them, and fail late on an unusual name.
      parser.removeAllListeners('field')
      parser.on('field', takeField)
      parser.once('error', (error) => form.reject(malformed(error)))
      parser.once('close', () => {
        Promise.all(fieldsWithNames).then(() => form.resolve(undefined), form.reject)
      })
      let bytes = 0
      const body = Readable.from(arriving(req), { objectMode: false })
      body.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxFormBytes) form.reject(fileTooLarge())
      })
      // Each error is one of the parser, too.
      pipeline(body, parser, () => {})
    },
  }).any()

  // multer calls back only once it has read the whole request; an error is answered at once. If multer does not
  // recognise the request as a form, it calls back without reading it.
  parse(ctx, () => Promise.resolve()).then(
    () => form.reject(malformed()),
    (error: unknown) => form.reject(malformed(error)),
  )
  try {
    await form.promise
  } catch (error) {
    if (!taking) throw error
  }
  if (!taking) throw missingFile()
  return taking
}

/** Of a field with a file name, as some clients send JSON; cut like any other field. */
async function textOf(part: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of part.iterator()) {
    if (bytes < limits.fieldSize) chunks.push(Buffer.from(chunk))
    bytes += chunk.length
  }
  return Buffer.concat(chunks).toString('utf8', 0, limits.fieldSize)
}

async function* fileBody(
  part: Readable,
  formEnded: Promise<undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* capFile(part)
  } catch (error) {
    throw malformed(error)
  }
  await formEnded
}

function missingFile(): ServiceError {
  return new ServiceError('invalid_request', `There is no file in the form: send it as the field "${field}".`)
}

function wrongField(name: string): ServiceError {
  const shown = name.replaceAll(/[^\w .[\]-]/g, '?').slice(0, 60)
  return new ServiceError('invalid_request', `The file must be in the field "${field}", not in "${shown}".`)
}

function severalFiles(): ServiceError {
  return new ServiceError('invalid_request', `The form has several files. Send one, as the field "${field}".`)
}

function severalFields(name: string): ServiceError {
  const code = name === mappingField ? 'invalid_mapping' : 'invalid_request'
  return new ServiceError(code, `The form has the field "${name}" twice. Send it once.`)
}

function textField(): ServiceError {
  return new ServiceError(
    'invalid_request',
    `The field "${field}" holds text instead of a file. With curl: -F ${field}=@catalog.csv, with the @.`,
  )
}

function malformed(cause?: unknown): unknown {
  if (cause instanceof ServiceError) return cause
  return new ServiceError(
    'invalid_request',
    'The multipart form is malformed or incomplete. Send the file again.',
    { cause },
  )
}
