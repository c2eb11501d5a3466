import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IJob } from 'kubernetes-models/batch/v1/Job'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { IPod } from 'kubernetes-models/v1/Pod'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import type { IService } from 'kubernetes-models/v1/Service'
import type { IServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { parseAllDocuments, stringify } from 'yaml'

/** The chart supports both. */
export type HelmMajor = 3 | 4

export const chart = fileURLToPath(new URL('../../../helm/catalog', import.meta.url))
export const release = 'catalog'
export const namespace = 'shop'

/** An object of Kubernetes as a manifest has it. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  spec?: Record<string, unknown>
}

export interface Kinds {
  CronJob: ICronJob
  Deployment: IDeployment
  Job: IJob
  NetworkPolicy: INetworkPolicy
  Pod: IPod
  Service: IService
  ServiceAccount: IServiceAccount
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler
  PodDisruptionBudget: IPodDisruptionBudget
}

const valuesFolder = fileURLToPath(new URL('../values/', import.meta.url))
/** Names of the value files in test/chart/values. */
export const valueFiles = readdirSync(valuesFolder).toSorted()

export function readValueFile(name: string): string {
  return readFileSync(pathOfValueFile(name), 'utf8')
}

export function pathOfValueFile(name: string): string {
  return join(valuesFolder, name)
}

/**
 * The output of `helm template` with the values.
 * @throws with Helm's output if it refuses them
 */
export function render(values: string | object, major: HelmMajor = 3): Manifest[] {
  const input = typeof values === 'string' ? values : stringify(values)
  const key = `${major} ${input}`
  const text = rendered.get(key) ?? runHelm(major, [...templateArgs, '-f', '-'], input)
  rendered.set(key, text)
  const objects: (Manifest | null)[] = parseAllDocuments(text).map((document) => document.toJS())
  return objects.filter((object) => object !== null)
}

/** The same values are asked for again and again. */
const rendered = new Map<string, string>()

/** Of Helm, before the value files. */
export const templateArgs = ['template', release, chart, '-n', namespace, '--kube-version', '1.34.0']

/**
 * Runs Helm with the text on its standard input, and returns its output.
 * @throws if Helm fails
 */
export function runHelm(major: HelmMajor, args: string[], input = ''): string {
  const helm = process.env[`TEST_HELM_${major}`]
  if (helm === undefined)
    throw new Error(`TEST_HELM_${major} is not set: tests run under test/support/global-setup`)
  const { status, stdout, stderr, error } = spawnSync(helm, args, {
    input,
    encoding: 'utf8',
    // It ends before it has filled much memory: without collecting garbage it takes a quarter less of the processor.
    env: { ...process.env, GOGC: 'off' },
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw error
  if (status !== 0) throw new Error(stderr)
  return stdout
}

export function ofKind<Kind extends keyof Kinds>(objects: Manifest[], kind: Kind): Kinds[Kind][] {
  return objects.filter((object): object is Manifest & Kinds[Kind] => object.kind === kind)
}

/** Every pod that the release starts, by the name of its workload. */
export function podsOf(objects: Manifest[]): Map<string, { labels: Record<string, string>; spec: IPodSpec }> {
  const templates = [
    ...[...ofKind(objects, 'Deployment'), ...ofKind(objects, 'Job')].map(({ metadata, spec }) => ({
      metadata,
      template: spec?.template,
    })),
    ...ofKind(objects, 'CronJob').map(({ metadata, spec }) => ({
      metadata,
      template: spec?.jobTemplate.spec?.template,
    })),
  ].map(({ metadata, template }) => ({
    name: metadata?.name,
    labels: template?.metadata?.labels,
    spec: template?.spec,
  }))
  const pods = ofKind(objects, 'Pod').map(({ metadata, spec }) => ({
    name: metadata?.name,
    labels: metadata?.labels,
    spec,
  }))
  return new Map(
    [...templates, ...pods].map(({ name = '', labels = {}, spec }) => {
      if (spec === undefined) throw new Error(`${name} has no pod`)
      return [name, { labels, spec }]
    }),
  )
}
