import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { BackendConfig } from '@kubernetes-models/gke/cloud.google.com/v1/BackendConfig'
import { GCPBackendPolicy } from '@kubernetes-models/gke/networking.gke.io/v1/GCPBackendPolicy'
import { HealthCheckPolicy } from '@kubernetes-models/gke/networking.gke.io/v1/HealthCheckPolicy'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Pod } from 'kubernetes-models/v1/Pod'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import pathsOfOthers from './paths-of-others.json' with { type: 'json' }
import type { Manifest } from './render.ts'

/** Sentences about fields that Kubernetes or GKE does not know, that are missing, or of another type; none where all is well. */
export function checkFields(object: Manifest): string[] {
  const name = `${object.apiVersion} ${object.kind}`
  const model = models.find((one) => `${one.apiVersion} ${one.kind}` === name)
  if (model) return faultsBy(model, object)
  // Of a kind without a model: the paths below `spec` that its definition has.
  const paths = new Map<string, string[]>(Object.entries(pathsOfOthers)).get(name)
  if (paths === undefined) return [`${name} is no kind that this chart is known to have`]
  return unknownFields(pathsOf(object.spec).filter((path) => !paths.includes(path)))
}

const models: Model[] = [
  Deployment,
  CronJob,
  Job,
  Pod,
  Service,
  ServiceAccount,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
  NetworkPolicy,
  Ingress,
  HTTPRoute,
  GCPBackendPolicy,
  HealthCheckPolicy,
  BackendConfig,
]

interface Model {
  prototype: { validate(): void }
  apiVersion: string
  kind: string
}

function faultsBy({ prototype }: Model, object: Manifest): string[] {
  const unread = new Set<string>()
  const seen = watch(Object.assign(Object.create(prototype), structuredClone(object)), '', unread)
  try {
    prototype.validate.call(seen)
    return unknownFields([...unread])
  } catch (error) {
    return [String(error)]
  }
}

function unknownFields(paths: string[]): string[] {
  return paths.map((path) => `${path}: no such field`)
}

/** A validator reads each field that its schema knows, and no other: whatever it has not read stays in `unread`. */
function watch<Value extends object>(value: Value, path: string, unread: Set<string>): Value {
  const watched = new Map<PropertyKey, unknown>()
  for (const key of Object.keys(value)) unread.add(`${path}/${key}`)
  return new Proxy(value, {
    get(target, key) {
      if (watched.has(key)) return watched.get(key)
      const found: unknown = Reflect.get(target, key)
      const place = `${path}/${String(key)}`
      unread.delete(place)
      const isObject = typeof found === 'object' && found !== null
      const result = isObject ? watch(found, place, unread) : found
      watched.set(key, result)
      return result
    },
  })
}

/** Paths such as `a.b[].c` of all values. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`))
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, item]) => pathsOf(item, path === '' ? key : `${path}.${key}`))
  return [path]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
