import type { ParametersOf } from '@catalog/catalog'
import services from './share-links.json' with { type: 'json' }

/**
 * Services whose links open a page with the picture and not the picture, by host. `pictures`: links that are pictures
 * all the same; `addresses`: what makes one of a link.
 */
const byHost = new Map(
  services.flatMap(({ service, hosts, pictures, addresses }) => {
    const rules = {
      service,
      pictures: new RegExp(pictures, 'i'),
      addresses: addresses.map(([link = '', address = '']) => ({ link: new RegExp(link, 'i'), address })),
    }
    return hosts.map((host) => [host, rules] as const)
  }),
)

/** Longer ones are in no sentence. */
const longestLink = 500

/** What is wrong with the link of a page that shares a picture; undefined for any other URL. */
export function shareLinkOf(url: string): ParametersOf<'image_not_fetchable'> | undefined {
  const labels = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase().split('.') ?? []
  const host = [4, 3, 2].map((count) => labels.slice(-count).join('.')).find((name) => byHost.has(name))
  const rules = byHost.get(host ?? '')
  if (!rules || rules.pictures.test(url)) return undefined
  const { service } = rules
  const rule = url.length > longestLink ? undefined : rules.addresses.find(({ link }) => link.test(url))
  if (!rule) return { case: 'shared_page', service }
  return { case: 'share_link', service, address: url.replace(rule.link, rule.address) }
}
