import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { BackendConfig } from '@kubernetes-models/gke/cloud.google.com/v1/BackendConfig'
import { GCPBackendPolicy } from '@kubernetes-models/gke/networking.gke.io/v1/GCPBackendPolicy'
import { HealthCheckPolicy } from '@kubernetes-models/gke/networking.gke.io/v1/HealthCheckPolicy'
import * as client from '@kubernetes/client-node'
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
  // Of a kind that the client does not know: the paths below `spec` that its definition has.
  const paths = new Map<string, string[]>(Object.entries(pathsOfOthers)).get(name)
  if (model === undefined && paths === undefined)
    return [`${name} is no kind that this chart is known to have`]
  const unknown = paths
    ? pathsOf(object.spec).filter((path) => !paths.includes(path))
    : unknownFields(object, classOf(object), object.kind)
  return [...unknown.map((field) => `${field}: not a field of ${object.kind}`), ...faultsBy(model, object)]
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
  new (data: never): { validate(): void }
  apiVersion: string
  kind: string
}

function faultsBy(model: Model | undefined, object: Manifest): string[] {
  if (model === undefined) return []
  try {
    // Its own type is what it is about to check.
    Reflect.construct(model, [object]).validate()
    return []
  } catch (error) {
    return [String(error)]
  }
}

/** The name of the client's class: `V1Deployment` of `apps/v1`. */
function classOf({ apiVersion, kind }: Manifest): string {
  return `${apiVersion.split('/').at(-1)?.toUpperCase()}${kind}`
}

/** Walks along the maps of attributes that the client carries for each class. */
function unknownFields(value: unknown, type: string, path: string): string[] {
  if (value === null) return [path]
  const list = /^Array<(.+)>$/.exec(type)?.[1]
  if (list !== undefined) {
    if (!Array.isArray(value)) return [path]
    return value.flatMap((item, index) => unknownFields(item, list, `${path}[${index}]`))
  }
  const map = /^{ \[key: string\]: (.+); }$/.exec(type)?.[1]
  if (map !== undefined) {
    if (!isRecord(value)) return [path]
    return Object.entries(value).flatMap(([key, item]) => unknownFields(item, map, `${path}.${key}`))
  }
  if (type === 'any' || type === 'object') return []
  if (type === 'IntOrString') return ['number', 'string'].includes(typeof value) ? [] : [path]
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type ? [] : [path]
  const attributes = attributesOf(type)
  if (!isRecord(value)) return [path]
  return Object.entries(value).flatMap(([key, item]) => {
    const attribute = attributes.find(({ baseName }) => baseName === key)
    return attribute ? unknownFields(item, attribute.type, `${path}.${key}`) : [`${path}.${key}`]
  })
}

function attributesOf(type: string): { baseName: string; type: string }[] {
  const found: unknown = Reflect.get(client, type)
  if (
    typeof found === 'function' &&
    'getAttributeTypeMap' in found &&
    typeof found.getAttributeTypeMap === 'function'
  )
    return found.getAttributeTypeMap()
  throw new Error(`the client knows no type ${type}`)
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
