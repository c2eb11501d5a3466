/** The visible text of some HTML, and its tags. */
export interface HtmlText {
  text: string
  tags: string
}

const tag = /<[a-z/!][^<>]*>|&#?[a-z0-9]{2,31};/i

export function looksLikeHtml(text: string): boolean {
  return tag.test(text)
}

const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title'])

/** Parses in a separate document, which loads nothing, runs nothing and is never shown. */
export function readHtml(html: string): HtmlText {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const texts: string[] = []
  const tags: string[] = []
  const walker = body.ownerDocument.createTreeWalker(
    body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && unseen.has(node.localName)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Element)) {
      texts.push((node.textContent ?? '').replaceAll(/[\t\n\f\r ]+/g, ' '))
      continue
    }
    const attributes = [...node.attributes].map(({ name, value }) => ` ${name}=${value}`)
    tags.push(`${node.localName}${attributes.join('')}`)
    if (blocks.has(node.localName)) texts.push('\n')
    else if (node.localName === 'td' || node.localName === 'th') texts.push(' ')
    else if (node.localName === 'img')
      texts.push(` [${node.getAttribute('alt') || fileOf(node.getAttribute('src'))}] `)
  }
  const text = texts
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
  return { text: text.trim(), tags: tags.join('\n') }
}

function fileOf(address: string | null): string {
  return address?.split('/').at(-1) ?? ''
}
