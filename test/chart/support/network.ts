import { BlockList, isIPv6 } from 'node:net'
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer'
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort'
import { namespace, ofKind, podsOf } from './render.ts'
import type { Manifest } from './render.ts'

/** The other end of a connection: a pod, or an address outside of the cluster. */
export type Peer = { namespace: string; labels: Record<string, string> } | { address: string }

/** A pod of a part of the release `catalog`, such as `gateway`. */
export function podOf(component: string, itsNamespace = namespace): Peer {
  return {
    namespace: itsNamespace,
    labels: {
      'app.kubernetes.io/name': 'catalog',
      'app.kubernetes.io/instance': 'catalog',
      'app.kubernetes.io/component': component,
    },
  }
}

/** Connections that the NetworkPolicies of a release allow, by the rules of Kubernetes. */
export interface Network {
  /** Whether the release's pod may connect there. `pod` is the name of its workload. */
  opens(pod: string, to: Peer, port: number, protocol?: string): boolean
  /** May it be connected to from there? */
  takes(pod: string, from: Peer, port: number): boolean
}

export function networkOf(objects: Manifest[]): Network {
  const pods = podsOf(objects)
  const policiesOf = (pod: string) => {
    const labels = pods.get(pod)?.labels
    if (labels === undefined) throw new Error(`there is no ${pod}`)
    const found = ofKind(objects, 'NetworkPolicy').filter(({ spec }) => selects(spec?.podSelector, labels))
    if (found.length === 0) throw new Error(`no policy is for ${pod}: everything is open`)
    return found
  }
  return {
    opens: (pod, to, port, protocol = 'TCP') =>
      policiesOf(pod)
        .flatMap(({ spec }) => spec?.egress ?? [])
        .some(
          ({ to: peers = [], ports = [] }) =>
            ports.some((one) => isPort(one, port, protocol)) && peers.some((peer) => isPeer(peer, to)),
        ),
    takes: (pod, from, port) =>
      policiesOf(pod)
        .flatMap(({ spec }) => spec?.ingress ?? [])
        .some(
          (rule) =>
            (rule.ports ?? []).some((one) => isPort(one, port, 'TCP')) &&
            sourcesOf(rule).some((peer) => isPeer(peer, from)),
        ),
  }
}

/** The client's word for the manifest's `from` is another. */
export function sourcesOf(rule: object): INetworkPolicyPeer[] {
  return 'from' in rule && Array.isArray(rule.from) ? rule.from : []
}

function isPort({ port, protocol = 'TCP' }: INetworkPolicyPort, wanted: number, over: string): boolean {
  return port === wanted && protocol === over
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: INetworkPolicyPeer, peer: Peer): boolean {
  if ('address' in peer) {
    return (
      ipBlock !== undefined &&
      contains(ipBlock.cidr, peer.address) &&
      !(ipBlock.except ?? []).some((cidr) => contains(cidr, peer.address))
    )
  }
  if (ipBlock !== undefined) return false
  const isThere =
    namespaceSelector === undefined
      ? peer.namespace === namespace
      : selects(namespaceSelector, { 'kubernetes.io/metadata.name': peer.namespace })
  return isThere && (podSelector === undefined || selects(podSelector, peer.labels))
}

function selects(selector: INetworkPolicyPeer['podSelector'] = {}, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector
  return (
    hasLabels(labels, matchLabels) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`no rule for ${operator}`)
      return values.includes(labels[key] ?? '')
    })
  )
}

export function hasLabels(labels: Record<string, string>, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value)
}

function contains(cidr: string, address: string): boolean {
  const [network = '', bits] = cidr.split('/')
  if (isIPv6(network) !== isIPv6(address)) return false
  const list = new BlockList()
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  list.addSubnet(network, Number(bits), family)
  return list.check(address, family)
}
