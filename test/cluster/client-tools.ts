import { outputOf, run, runWell, warningsIn } from './commands.ts'
import type { Answer, CommandOptions } from './commands.ts'

/** kubectl and helm, bound to one namespace; every warning of the API server is kept. */
export interface ClientTools {
  namespace: string
  /** Warnings of all tools together. */
  warnings: string[]
  kubectl(args: string[], options?: CommandOptions): Promise<string>
  helm(args: string[], options?: CommandOptions): Promise<string>
  /** The same, but does not throw if the command fails. */
  tryHelm(args: string[], options?: CommandOptions): Promise<Answer>
  tryKubectl(args: string[], options?: CommandOptions): Promise<Answer>
  apply(objects: object[]): Promise<void>
  /** Uses this program as `helm` from now on. */
  useHelm(path: string): void
  helmPath(): string
}

export function createClientTools(namespace: string, helmPath: string, warnings: string[]): ClientTools {
  let helmProgram = helmPath
  const keepWarnings = (stderr: string) => warnings.push(...warningsIn(stderr))
  const attempt = async (command: string, args: string[], options?: CommandOptions) => {
    const answer = await run(command, ['--namespace', namespace, ...args], options)
    keepWarnings(answer.stderr)
    return answer
  }
  const well = async (command: string, args: string[], options?: CommandOptions) => {
    const words = args.slice(0, 4).join(' ')
    return outputOf(await attempt(command, args, options), `${command} ${words}`)
  }
  return {
    namespace,
    warnings,
    kubectl: (args, options) => well('kubectl', args, options),
    helm: (args, options) => well(helmProgram, args, options),
    tryHelm: (args, options) => attempt(helmProgram, args, options),
    tryKubectl: (args, options) => attempt('kubectl', args, options),
    apply: async (objects) => {
      const list = { apiVersion: 'v1', kind: 'List', items: objects }
      await well('kubectl', ['apply', '--validate=strict', '-f', '-'], { input: JSON.stringify(list) })
    },
    useHelm: (path) => void (helmProgram = path),
    helmPath: () => helmProgram,
  }
}

/** Whether an API server answers behind KUBECONFIG. */
export async function clusterAnswers(): Promise<boolean> {
  const { code } = await run('kubectl', ['get', '--raw', '/readyz', '--request-timeout=10s'], {
    timeoutMs: 20_000,
  }).catch(() => ({ code: 1 }))
  return code === 0
}

/** Hands images of the container engine to the nodes. */
export async function loadImages(images: string[]): Promise<void> {
  await runWell(process.env.LOAD_IMAGES ?? '', images, { timeoutMs: 600_000 })
}
