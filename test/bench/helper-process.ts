import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { envOf, flagsOf } from '../../deploy/local/services.ts'

/** A process of the benchmark's own, that answers one question at a time. */
export interface HelperProcess<Question, Answer> extends AsyncDisposable {
  readonly pid: number
  ask(question: Question): Promise<Answer>
}

/** How fast import-service reads, and how much memory that takes, depend on these. */
export const asImportService = {
  ...envOf('import-service'),
  NODE_OPTIONS: flagsOf('import-service').join(' '),
}

/** Starts the module at `url`, which calls `answerQuestions`. */
export async function startHelper<Question extends string, Answer>(
  url: string,
  env: Record<string, string> = {},
): Promise<HelperProcess<Question, Answer>> {
  const child = fork(fileURLToPath(url), {
    env: { ...process.env, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const nextAnswer = async <Reply>() => {
    const answered = Promise.withResolvers<Reply>()
    const onMessage = (answer: Reply) => answered.resolve(answer)
    const onExit = () => answered.reject(new Error(`${url} ended before it answered`))
    child.once('message', onMessage)
    child.once('exit', onExit)
    try {
      return await answered.promise
    } finally {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
  }
  await nextAnswer()
  return {
    pid: child.pid ?? 0,
    ask(question) {
      const answer = nextAnswer<Answer>()
      child.send(question)
      return answer
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** The other end of `startHelper`: says that it is there, answers, and ends with its parent. */
export function answerQuestions<Answer>(answer: (question: string) => Promise<Answer> | Answer): void {
  process.on('message', (question) => {
    void Promise.resolve(answer(String(question))).then((reply) => process.send?.(reply))
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
