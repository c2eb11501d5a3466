import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'
import { BackendConfig } from '@kubernetes-models/gke/cloud.google.com/v1/BackendConfig'
import { GCPBackendPolicy } from '@kubernetes-models/gke/networking.gke.io/v1/GCPBackendPolicy'
import { HealthCheckPolicy } from '@kubernetes-models/gke/networking.gke.io/v1/HealthCheckPolicy'
import * as client from '@kubernetes/client-node'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Pod } from 'kubernetes-models/v1/Pod'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import type { Manifest } from './render.ts'

/** Sentences about fields that Kubernetes or GKE does not know, that are missing, or of another type; none where all is well. */
export function checkFields(object: Manifest): string[] {
  const kind = kinds.get(`${object.apiVersion} ${object.kind}`)
  if (kind === undefined)
    return [`${object.apiVersion} ${object.kind} is no kind that this chart is known to have`]
  const unknown =
    typeof kind.fields === 'string'
      ? unknownFields(object, kind.fields, object.kind)
      : pathsOf(object.spec).filter((path) => !kind.fields.includes(path))
  return [
    ...unknown.map((field) => `${field}: not a field of ${object.kind}`),
    ...(kind.check?.(object) ?? []),
  ]
}

interface Kind {
  /** The client's class, or, of what the client does not know, the paths below `spec` that its definition has. */
  fields: string | readonly string[]
  check?: (object: Manifest) => string[]
}

type Model = new (data: never) => { validate(): void }

function checkedBy(model: Model): (object: Manifest) => string[] {
  return (object) => {
    try {
      // Its own type is what it is about to check.
      Reflect.construct(model, [object]).validate()
      return []
    } catch (error) {
      return [String(error)]
    }
  }
}

const gkeTarget = ['targetRef.group', 'targetRef.kind', 'targetRef.name']
/** Both take the groups of a rule file of Prometheus. */
const ruleFields = [
  'name',
  'interval',
  ...['record', 'alert', 'expr', 'labels.slo', 'labels.severity'].map((field) => `rules[].${field}`),
  ...['summary', 'runbook_url'].map((field) => `rules[].annotations.${field}`),
].map((field) => `groups[].${field}`)
const kinds = new Map<string, Kind>([
  ['apps/v1 Deployment', { fields: 'V1Deployment', check: checkedBy(Deployment) }],
  ['batch/v1 Job', { fields: 'V1Job', check: checkedBy(Job) }],
  ['v1 Pod', { fields: 'V1Pod', check: checkedBy(Pod) }],
  ['v1 Service', { fields: 'V1Service', check: checkedBy(Service) }],
  ['v1 ServiceAccount', { fields: 'V1ServiceAccount', check: checkedBy(ServiceAccount) }],
  [
    'autoscaling/v2 HorizontalPodAutoscaler',
    { fields: 'V2HorizontalPodAutoscaler', check: checkedBy(HorizontalPodAutoscaler) },
  ],
  [
    'policy/v1 PodDisruptionBudget',
    { fields: 'V1PodDisruptionBudget', check: checkedBy(PodDisruptionBudget) },
  ],
  ['networking.k8s.io/v1 NetworkPolicy', { fields: 'V1NetworkPolicy', check: checkedBy(NetworkPolicy) }],
  ['networking.k8s.io/v1 Ingress', { fields: 'V1Ingress', check: checkedBy(Ingress) }],
  [
    'gateway.networking.k8s.io/v1 HTTPRoute',
    {
      fields: [
        ...['name', 'namespace', 'sectionName'].map((field) => `parentRefs[].${field}`),
        'hostnames[]',
        ...['type', 'value'].map((field) => `rules[].matches[].path.${field}`),
        ...['name', 'port'].map((field) => `rules[].backendRefs[].${field}`),
      ],
      check: checkedBy(HTTPRoute),
    },
  ],
  [
    'networking.gke.io/v1 GCPBackendPolicy',
    {
      fields: ['default.timeoutSec', 'default.connectionDraining.drainingTimeoutSec', ...gkeTarget],
      check: checkedBy(GCPBackendPolicy),
    },
  ],
  [
    'networking.gke.io/v1 HealthCheckPolicy',
    {
      fields: [
        ...['checkIntervalSec', 'timeoutSec', 'healthyThreshold', 'unhealthyThreshold'].map(
          (field) => `default.${field}`,
        ),
        'default.config.type',
        'default.config.httpHealthCheck.port',
        'default.config.httpHealthCheck.requestPath',
        ...gkeTarget,
      ],
      check: checkedBy(HealthCheckPolicy),
    },
  ],
  [
    'cloud.google.com/v1 BackendConfig',
    {
      fields: [
        'timeoutSec',
        'connectionDraining.drainingTimeoutSec',
        ...['type', 'port', 'requestPath', 'checkIntervalSec', 'timeoutSec', 'healthyThreshold'].map(
          (field) => `healthCheck.${field}`,
        ),
        'healthCheck.unhealthyThreshold',
      ],
      check: checkedBy(BackendConfig),
    },
  ],
  [
    'monitoring.googleapis.com/v1 PodMonitoring',
    {
      fields: [
        ...['name', 'instance', 'component'].map(
          (label) => `selector.matchLabels.app.kubernetes.io/${label}`,
        ),
        ...['port', 'path', 'interval'].map((field) => `endpoints[].${field}`),
      ],
    },
  ],
  ['monitoring.googleapis.com/v1 Rules', { fields: ruleFields }],
  ['monitoring.coreos.com/v1 PrometheusRule', { fields: ruleFields }],
])

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
