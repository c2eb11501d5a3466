/** What Windows-1252 hardly has inside of a word, before a small letter: most of them are accented small letters of Mac Roman. */
const oddInWindows = /(?<=\p{L})[\u0080-\u009FŒŠŽŸˆ‡†‰‹§](?=\p{Ll})/gu
const leastOdd = 2

/** What texts in Western European languages have beyond ASCII. */
const western = /^[\p{ASCII}À-ÖØ-öø-ÿŒœŸ\u00A0¡¢£¥§©ª«®°±´·º»¿÷–—‘’‚“”„•…‹›€™]*$/u
/** A capital or a sign inside of a word. */
const oddInMac = /\p{Ll}(?:[\p{Lu}--\p{ASCII}]|[\P{L}--[\p{ASCII}\u00A0’–—…]])\p{L}/v

/**
 * Whether texts are Mac Roman and can be nothing else, held against what they are in Windows-1252. Small letters of other
 * encodings for Europe are capitals and signs in Mac Roman (and the other way round).
 */
export function isMacRoman(texts: { mac: string; windows: string }): boolean {
  const odd = texts.windows.match(oddInWindows) ?? []
  return odd.length >= leastOdd && western.test(texts.mac) && !oddInMac.test(texts.mac)
}
