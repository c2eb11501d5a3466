import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { IJobSpec } from 'kubernetes-models/batch/v1/JobSpec'
import { parse } from 'yaml'
import { bundleServices } from '../../deploy/local/services.ts'
import { checkFields } from '../chart/support/check-fields.ts'
import { readNatsValues } from '../chart/support/nats-users.ts'
import { hasLabels } from '../chart/support/network.ts'
import {
  chart,
  namespace,
  ofKind,
  podsOf,
  readValueFile,
  release,
  render,
  runHelm,
  templateArgs,
} from '../chart/support/render.ts'
import type { Manifest } from '../chart/support/render.ts'
import knownCommands from './known-commands.json' with { type: 'json' }
import { commandsOfPage, readOptions, readRunbook, runbookNames, runbooksFolder } from './support/runbooks.ts'
import type { Command } from './support/shell-commands.ts'

const objects = render({
  ...parse(readValueFile('minimal.yaml')),
  eraseStorefront: 'shop',
  feeds: [
    {
      name: 'prices',
      schedule: '@hourly',
      url: 'https://supplier.example/prices.csv',
      storefront: 'shop',
      tokenSecret: 'feed-prices',
    },
  ],
})
const pods = podsOf(objects)
const known = new Set(objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`))
/** Of the official NATS chart, installed as the release `nats`. */
const ofNats = new Set([
  'StatefulSet/nats',
  'Service/nats',
  'Secret/nats-users',
  'Pod/nats-1',
  'PersistentVolumeClaim/nats-js-nats-1',
])
/** Created by move-storefront.md, and by operations.md. */
const ofPages = ['Job/feed-now', 'Job/move-storefront', 'ConfigMap/move-storefront', 'Secret/move-target']

const kinds: Record<string, string> = knownCommands.kinds

/** Secrets' keys: those that the pods name, and those of the NATS servers. */
const secretKeys = new Set([
  ...[...pods.values()].flatMap(({ spec }) =>
    spec.containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) =>
        valueFrom?.secretKeyRef ? `${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}` : [],
      ),
    ),
  ),
  ...Object.values(readNatsValues().container.env).flatMap((value) =>
    typeof value === 'string'
      ? []
      : `${value.valueFrom.secretKeyRef.name}/${value.valueFrom.secretKeyRef.key}`,
  ),
])

const withValue = new Set(knownCommands.withValue)
/** Options that each command has, of those that we use. */
const kubectlOptions: Record<string, string[]> = knownCommands.kubectl
const helmOptions: Record<string, string[]> = knownCommands.helm
const ofTheCluster = new Set(['drain', 'uncordon'])
/** They name no object of the cluster. */
const withoutObject = new Set([...ofTheCluster, 'debug', 'set image'])

// The others only explain.
const pages = runbookNames
  .map((name) => ({ name, page: readRunbook(name) }))
  .filter(({ page }) => commandsOfPage(page, ['kubectl', 'helm']).length > 0)

test('the pages with commands are those that tell what to do', () => {
  expect(pages.map(({ name }) => name).toSorted()).toEqual([
    'RB-2.md',
    'RB-3.md',
    'SLO-confirm.md',
    'SLO-export.md',
    'SLO-images.md',
    'SLO-upload.md',
    'doctor.md',
    'erase-storefront.md',
    'move-storefront.md',
    'operations.md',
    'restore.md',
  ])
})

function split(words: string[], commands: Record<string, string[]>): { verb: string; rest: string[] } {
  const [first = '', second = '', ...rest] = words
  if (`${first} ${second}` in commands) return { verb: `${first} ${second}`, rest }
  return { verb: first, rest: second === '' ? rest : [second, ...rest] }
}

describe.each(pages)('in $name', ({ page }) => {
  test.each(commandsOfPage(page, ['kubectl']).map((command) => [titleOf(command), command]))(
    '%s names what there is',
    (_text, [, ...args]) => {
      const { words, options, after } = readOptions(args, withValue)
      const { verb, rest } = split(words, kubectlOptions)
      expect(Object.keys(kubectlOptions)).toContain(verb)
      for (const option of options.keys()) expect(kubectlOptions[verb]).toContain(option)
      const isInNamespace = !ofTheCluster.has(verb) && !options.has('-A') && !options.has('--local')
      if (isInNamespace) expect(options.get('-n')).toEqual([namespace])
      for (const [selector = ''] of [options.get('-l') ?? []].filter((each) => each.length > 0))
        expectToSelect(selector)
      for (const name of namesIn(verb, rest))
        expect([...known, ...ofNats, ...ofPages, ...secretNames()]).toContain(name)
      if (verb === 'patch' && rest[0] === 'secret') expectKeysOf(rest[1] ?? '', options.get('-p')?.[0] ?? '')
      if (verb === 'get' && rest[0] === 'secret') {
        const key = /\.data\.([\w-]+)/.exec(options.get('-o')?.[0] ?? '')?.[1]
        expect(secretKeys).toContain(`${rest[1]}/${key}`)
      }
      if (verb === 'port-forward') expectPort(rest)
      if (verb === 'exec') expect(after[0]).toBe('node')
      if (verb === 'debug')
        expect([...pods.values()].flatMap(({ spec }) => spec.containers.map(({ name }) => name))).toContain(
          options.get('--target')?.[0],
        )
    },
  )

  const ofHelm = commandsOfPage(page, ['helm'])
  if (ofHelm.length === 0) return
  test.each(ofHelm.map((command) => [titleOf(command), command]))(
    '%s is taken by Helm',
    (_text, [, ...args]) => {
      const { words, options } = readOptions(args, withValue)
      const { verb, rest } = split(words, helmOptions)
      expect(Object.keys(helmOptions)).toContain(verb)
      for (const option of options.keys()) expect(helmOptions[verb]).toContain(option)
      expect(options.get('-n')).toEqual([namespace])
      expect(rest[0]).toBe(release)
      if (verb !== 'upgrade' && verb !== 'template') return
      expect(rest[1]).toBe('helm/catalog')
      expect(options.get('-f')).toEqual(['production.yaml'])
      const set = ['--set', '--set-string', '--show-only'].flatMap((option) =>
        (options.get(option) ?? []).flatMap((value) => [option, value.replace('$STOREFRONT_ID', 'shop')]),
      )
      const made = runHelm(3, [...templateArgs, '-f', '-', ...set], readValueFile('minimal.yaml'))
      expect(made).toContain(options.has('--show-only') ? 'kind: Job' : 'kind: Deployment')
    },
  )
})

test('the Job that moves a storefront has what its page creates, and the rights of the Jobs of the chart', async () => {
  const job: Manifest & { spec: IJobSpec } = parse(
    readFileSync(new URL('move-storefront.yaml', runbooksFolder), 'utf8'),
  )
  expect(checkFields(job)).toEqual([])
  const pod = job.spec.template.spec
  const [container] = pod?.containers ?? []
  const ofChart = pods.get('catalog-erase-storefront')?.spec
  expect([pod?.securityContext, container?.securityContext, pod?.serviceAccountName]).toEqual([
    ofChart?.securityContext,
    ofChart?.containers[0]?.securityContext,
    ofChart?.serviceAccountName,
  ])

  const page = readRunbook('move-storefront.md')
  const created = commandsOfPage(page, ['kubectl']).flatMap(([, ...args]) => {
    const { words, options } = readOptions(args, withValue)
    const name = words.at(-1)
    const keys = [...(options.get('--from-literal') ?? []), ...(options.get('--from-file') ?? [])]
    return words[0] === 'create' ? keys.map((key) => `${name}/${key.split('=')[0]}`) : []
  })
  const used = (container?.env ?? []).map(({ valueFrom }) => {
    const { name, key } = valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef ?? {}
    return `${name}/${key}`
  })
  expect([...secretKeys, ...created]).toEqual(expect.arrayContaining(used))
  // The program, which is mounted.
  expect(created).toContain('move-storefront/switch-storefront')
  expect(page).toContain(`--switch-command=${container?.volumeMounts?.[0]?.mountPath}/switch-storefront`)
  expect(page).toContain(`set image -f deploy/runbooks/move-storefront.yaml ${container?.name}=`)
  const program = container?.command?.[2] ?? ''
  expect(existsSync(program.replace('bundles', await bundleServices()))).toBe(true)
})

test('what the runbooks say of replicas, drain and connections is what the chart and the services have', () => {
  const operations = readRunbook('operations.md')
  expect(operations).toContain(
    `scale deployment/catalog-image-service --replicas=${replicasOf('catalog-image-service')}\n`,
  )
  const gateway = pods.get('catalog-gateway')?.spec.containers[0]
  const drain = gateway?.env?.find(({ name }) => name === 'CATALOG_DRAIN_SECONDS')?.value
  expect(operations).toContain(`more than ${drain} + 20 seconds`)
  const ofImport = poolSize('import-service/src/main.ts', /maxConnections = (\d+) - workerCount/)
  const ofExport =
    poolSize('export-service/src/database.ts', /maxConnections = (\d+)/) +
    poolSize('export-service/src/main.ts', /maxConnections: (\d+)/) +
    1
  expect(operations.replaceAll('\n', ' ')).toContain(
    `${ofImport} for each replica of import-service, ${ofExport} for each of export-service`,
  )
  const importers = replicasOf('catalog-import-service')
  const exporters = ofKind(objects, 'HorizontalPodAutoscaler').find(
    ({ metadata }) => metadata?.name === 'catalog-export-service',
  )?.spec?.maxReplicas
  const atRollout = { importers: (importers ?? 0) + 1, exporters: (exporters ?? 0) + 1 }
  const most = atRollout.importers * ofImport + atRollout.exporters * ofExport + 2
  // PostgreSQL keeps three of its default of 100 for superusers.
  expect(most).toBeLessThanOrEqual(97)
  expect(readRunbook('capacity.md').replaceAll(/\s+/g, ' ')).toContain(
    `${atRollout.importers} × ${ofImport} + ${atRollout.exporters} × ${ofExport} + 2 = ${most}`,
  )
})

test('the alerts of deploy/terraform look at the container that writes the events, and bind the chart’s account', () => {
  const locals = readFileSync(new URL('../../deploy/terraform/locals.tf', import.meta.url), 'utf8')
  const container = /container_name="([\w-]+)"/.exec(locals)?.[1]
  expect(pods.get('catalog-import-service')?.spec.containers.map(({ name }) => name)).toEqual([container])
  expect(locals).toContain('/sa/${var.release_fullname}-image-service"')
  expect(known).toContain('ServiceAccount/catalog-image-service')
  expect(existsSync(chart)).toBe(true)
})

function titleOf(command: Command): string {
  return command.join(' ').split('\n')[0] ?? ''
}

function replicasOf(deployment: string): number | undefined {
  return ofKind(objects, 'Deployment').find(({ metadata }) => metadata?.name === deployment)?.spec?.replicas
}

function poolSize(path: string, pattern: RegExp): number {
  const source = readFileSync(new URL(`../../services/${path}`, import.meta.url), 'utf8')
  return Number(pattern.exec(source)?.[1])
}

function expectToSelect(selector: string): void {
  const wanted: Record<string, string> = Object.fromEntries(
    selector.split(',').map((part) => part.split('=')),
  )
  const all = [...[...pods.values()].map(({ labels }) => labels), { 'app.kubernetes.io/name': 'nats' }]
  expect([selector, all.some((labels) => hasLabels(labels, wanted))]).toEqual([selector, true])
}

/** `Kind/name` of every object that the words name. */
function namesIn(verb: string, words: string[]): string[] {
  if (withoutObject.has(verb)) return []
  const [first = '', ...rest] =
    verb === 'port-forward' ? words.slice(0, 1) : words.filter((word) => word !== 'generic')
  if (first.includes('/')) return words.filter((word) => word.includes('/')).map(toName)
  for (const kind of first.split(',')) if (first !== '') expect(Object.keys(kinds)).toContain(kind)
  return rest.map((name) => `${kinds[first]}/${name}`)
}

function toName(word: string): string {
  const [kind = '', name] = word.split('/')
  expect(Object.keys(kinds)).toContain(kind)
  return `${kinds[kind]}/${name}`
}

function secretNames(): string[] {
  return [...secretKeys].map((key) => `Secret/${key.split('/')[0]}`)
}

function expectKeysOf(secret: string, patch: string): void {
  const { stringData }: { stringData: Record<string, string> } = JSON.parse(patch)
  for (const key of Object.keys(stringData)) expect(secretKeys).toContain(`${secret}/${key}`)
}

function expectPort([target = '', ports = '']: string[]): void {
  const port = Number(ports.split(':')[1])
  const [kind, name = ''] = target.split('/')
  if (name === 'nats') return expect(port).toBe(4222)
  const open =
    kind === 'service'
      ? ofKind(objects, 'Service')
          .find(({ metadata }) => metadata?.name === name)
          ?.spec?.ports?.map((one) => one.port)
      : pods.get(name)?.spec.containers[0]?.ports?.map(({ containerPort }) => containerPort)
  expect(open).toContain(port)
}
