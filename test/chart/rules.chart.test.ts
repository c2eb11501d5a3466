import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IIPBlock } from 'kubernetes-models/networking.k8s.io/v1/IPBlock'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { describe, expect, test } from '@jest/globals'
import ipaddr from 'ipaddr.js'
import { serviceNames } from '../../deploy/local/services.ts'
import { hasLabels, sourcesOf } from './support/network.ts'
import { ofKind, podsOf, readValueFile, render, valueFiles } from './support/render.ts'
import type { Manifest } from './support/render.ts'

/** After so long a service ends the hard way, and says why. */
const stopLimitS = 26

const releases = valueFiles.map((file) => {
  const objects = render(readValueFile(file))
  const fullname = ofKind(objects, 'Service')[0]?.metadata?.name?.replace(/-gateway$/, '') ?? ''
  return { file, objects, fullname, pods: podsOf(objects) }
})

describe.each(releases)('with $file', ({ file, objects, fullname, pods }) => {
  const deployments = ofKind(objects, 'Deployment')

  test('there is a Deployment with an account of its own for each service', () => {
    const names = new Set(serviceNames.map((name) => `${fullname}-${name}`))
    expect(deployments).toHaveLength(names.size)
    expect(new Set(deployments.map(({ metadata }) => metadata?.name))).toEqual(names)
    const accounts = new Set(deployments.map(({ spec }) => spec?.template.spec?.serviceAccountName))
    expect(accounts.size).toBe(names.size)
    if (file !== 'workload-identity.yaml') expect(accounts).toEqual(names)
  })

  test('each account that a pod names is there, and neither puts a token into it', () => {
    const accounts = ofKind(objects, 'ServiceAccount')
    // Those of workload-identity.yaml with `create: false` are not the release's.
    const existing = file === 'workload-identity.yaml' ? ['shop-database', 'shop-database-reader'] : []
    const known = new Set([...existing, ...accounts.map(({ metadata }) => metadata?.name)])
    for (const [name, { spec }] of pods) {
      expect([name, spec.automountServiceAccountToken]).toEqual([name, false])
      if (spec.serviceAccountName !== undefined) expect(known).toContain(spec.serviceAccountName)
    }
    expect(accounts.map(({ automountServiceAccountToken }) => automountServiceAccountToken)).not.toContain(
      true,
    )
  })

  test('every selector finds the pods of one part, and no others', () => {
    for (const { metadata, spec } of deployments) {
      const selector = spec?.selector.matchLabels ?? {}
      expect([...pods].filter(([, { labels }]) => hasLabels(labels, selector)).map(([name]) => name)).toEqual(
        [metadata?.name],
      )
      for (const { labelSelector } of spec?.template.spec?.topologySpreadConstraints ?? [])
        expect(labelSelector?.matchLabels).toEqual(selector)
    }
    const selectors = [
      ...ofKind(objects, 'NetworkPolicy').map(selectorOf(({ spec }) => spec?.podSelector?.matchLabels)),
      ...ofKind(objects, 'PodDisruptionBudget').map(selectorOf(({ spec }) => spec?.selector?.matchLabels)),
      ...ofKind(objects, 'Service').map(selectorOf(({ spec }) => spec?.selector)),
    ]
    for (const [name, selector] of selectors) {
      // Of feeds, all those of a kind.
      const part = name.replace(/-test$/, '-gateway-answers').replace(/-feed-(url|file)$/, '-feed-')
      const found = [...pods].filter(([, { labels }]) => hasLabels(labels, selector)).map(([pod]) => pod)
      // Its Job is no part of a release.
      if (part.endsWith('-erase-storefront') && file !== 'full.yaml') expect(found).toEqual([])
      else expect([part, found.length]).toEqual([part, 1])
      expect(found[0] ?? part).toContain(part)
    }
  })

  test('every container is as the pod security standard "restricted" has it, and more', () => {
    for (const [name, { spec }] of pods) {
      expect([name, spec.securityContext]).toMatchObject([
        name,
        { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      ])
      // On OpenShift, which assigns it, there is none.
      expect(spec.securityContext?.runAsUser === undefined).toBe(file === 'openshift.yaml')
      expect(spec.securityContext?.runAsUser ?? 1).toBeGreaterThan(0)
      expect(spec.hostNetwork ?? spec.hostPID ?? spec.hostIPC).toBeUndefined()
      expect(spec.enableServiceLinks).toBe(false)
      for (const container of containersOf(spec)) {
        expect(container.securityContext).toEqual({
          runAsNonRoot: true,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
          seccompProfile: { type: 'RuntimeDefault' },
        })
      }
      for (const volume of spec.volumes ?? [])
        expect(
          volume.emptyDir ?? volume.persistentVolumeClaim ?? volume.configMap ?? volume.secret,
        ).toBeDefined()
    }
  })

  test('every container has a pinned image, and says what it takes', () => {
    for (const container of [...pods.values()].flatMap(({ spec }) => containersOf(spec))) {
      expect(container.image).toMatch(/@sha256:[0-9a-f]{64}$|:(?!latest$)[\w.-]+$/)
      expect(Object.keys(container.resources?.requests ?? {})).toEqual(
        expect.arrayContaining(['cpu', 'memory']),
      )
      expect(container.resources?.limits).toHaveProperty('memory')
    }
  })

  test('every service has a probe for its start, its life and its readiness, on a port that it has', () => {
    for (const container of deployments.flatMap(({ spec }) => containersOf(spec?.template.spec))) {
      const { startupProbe, livenessProbe, readinessProbe, ports = [] } = container
      const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)
      expect(paths).toEqual(['/health/live', '/health/live', '/health/ready'])
      const names = ports.map(({ name }) => name)
      for (const probe of [startupProbe, livenessProbe, readinessProbe])
        expect(names).toContain(probe?.httpGet?.port)
      const health = ports.find(({ name }) => name === 'health')?.containerPort
      expect(valueOf(container, 'CATALOG_HEALTH_PORT')).toBe(String(health))
    }
  })

  test('a stop has time for the drain and for the services’ own limit, and only the gateway drains', () => {
    for (const { metadata, spec } of deployments) {
      const pod = spec?.template.spec
      const [container] = containersOf(pod)
      const drainS = container === undefined ? undefined : valueOf(container, 'CATALOG_DRAIN_SECONDS')
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(Number(drainS ?? 0) + stopLimitS)
      expect([metadata?.name, Number(drainS) > 0]).toEqual([
        metadata?.name,
        metadata?.name === `${fullname}-gateway`,
      ])
    }
  })

  test('a service has either replicas or a scaler that finds it, and a budget where there are two', () => {
    const scalers = ofKind(objects, 'HorizontalPodAutoscaler')
    const scaled = scalers.map(({ spec }) => spec?.scaleTargetRef.name)
    const budgets = new Set(ofKind(objects, 'PodDisruptionBudget').map(({ metadata }) => metadata?.name))
    for (const { metadata, spec } of deployments) {
      const name = metadata?.name ?? ''
      expect([name, spec?.replicas === undefined]).toEqual([name, scaled.includes(name)])
      if (budgets.has(name)) expect(spec?.replicas ?? 2).toBeGreaterThan(1)
    }
    expect(scaled.filter((name) => !/-(gateway|export-service)$/.test(name ?? ''))).toEqual([])
  })

  test('every range is one, without bits of a host, and what is taken out of it lies in it', () => {
    for (const { cidr, except = [] } of blocksOf(objects)) {
      expect(networkOf(cidr)).toBe(cidr)
      for (const inner of except) {
        expect(networkOf(inner)).toBe(inner)
        const [address, bits] = ipaddr.parseCIDR(inner)
        const outer = ipaddr.parseCIDR(cidr)
        expect([inner, address.match(outer), bits > outer[1]]).toEqual([inner, true, true])
      }
    }
  })

  test('the migration comes before all else, after what it needs', () => {
    const jobs = ofKind(objects, 'Job').filter(
      ({ metadata }) => !metadata?.name?.endsWith('-erase-storefront'),
    )
    for (const job of jobs) {
      const annotations = job.metadata?.annotations ?? {}
      const needed = objects.filter(
        ({ kind, metadata }) =>
          (kind === 'ServiceAccount' || kind === 'NetworkPolicy') &&
          metadata.name === `${fullname}-migration`,
      )
      expect(needed.length).toBeGreaterThan(0)
      const hook = annotations['helm.sh/hook'] ?? annotations['argocd.argoproj.io/hook']
      expect(['pre-install,pre-upgrade', 'PreSync', undefined]).toContain(hook)
      for (const { metadata } of needed) {
        const own = metadata.annotations ?? {}
        expect(own['helm.sh/hook'] ?? own['argocd.argoproj.io/hook']).toBe(hook)
        if (hook !== undefined) expect(weightOf(own)).toBeLessThan(weightOf(annotations))
      }
      // Without a hook nobody removes the one before: it needs another name.
      expect(job.metadata?.name).toMatch(hook === undefined ? /-migration-[0-9a-f]{8}$/ : /-migration$/)
    }
  })

  test('only helm’s own hooks and the objects of the release are there, all in its namespace', () => {
    for (const { metadata } of objects) expect(metadata.namespace).toBe('shop')
    const hooked = objects.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test')
    expect(hooked.map(({ kind }) => kind)).toEqual(['Pod'])
  })

  test('no object holds a Secret, nor anything that looks like one', () => {
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([])
    const text = JSON.stringify(objects)
    expect(text).not.toMatch(/:\/\/[^/"@\s]*:[^/"@\s]*@|BEGIN [A-Z ]*PRIVATE KEY|password/i)
  })
})

function weightOf(annotations: Record<string, string>): number {
  return Number(annotations['helm.sh/hook-weight'] ?? annotations['argocd.argoproj.io/sync-wave'] ?? 0)
}

function containersOf(spec: IPodSpec | undefined): IContainer[] {
  return (spec?.initContainers ?? []).concat(spec?.containers ?? [])
}

function valueOf(container: IContainer, variable: string): string | undefined {
  return container.env?.find(({ name }) => name === variable)?.value
}

function selectorOf<Kind extends { metadata?: { name?: string } }>(
  find: (object: Kind) => Record<string, string> | undefined,
): (object: Kind) => [string, Record<string, string>] {
  return (object) => [object.metadata?.name ?? '', find(object) ?? {}]
}

function blocksOf(objects: Manifest[]): IIPBlock[] {
  return ofKind(objects, 'NetworkPolicy').flatMap(({ spec }) => {
    const peers = (spec?.egress ?? []).flatMap(({ to = [] }) => to)
    for (const rule of spec?.ingress ?? []) peers.push(...sourcesOf(rule))
    return peers.flatMap(({ ipBlock }) => ipBlock ?? [])
  })
}

function networkOf(cidr: string): string {
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(cidr).toString()}/${bits}`
}
