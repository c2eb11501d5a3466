/**
 * Characters that Windows-1252 text hardly has inside a word before a small letter: mostly accented small letters of
 * Mac Roman.
 */
const oddInWindows = /(?<=\p{L})[\u0080-\u009FŒŠŽŸˆ‡†‰‹§](?=\p{Ll})/gu
const leastOdd = 2

/** Texts in Western European languages contain only these characters. */
const western = /^[\p{ASCII}À-ÖØ-öø-ÿŒœŸ\u00A0¡¢£¥§©ª«®°±´·º»¿÷–—‘’‚“”„•…‹›€™]*$/u
/** A capital or a sign inside a word. */
const oddInMac = /\p{Ll}(?:[\p{Lu}--\p{ASCII}]|[\P{L}--[\p{ASCII}\u00A0’–—…]])\p{L}/v

/**
 * Whether texts can only be Mac Roman, from both decodings. Small letters of other European encodings decode to
 * capitals and signs in Mac Roman, and the reverse.
 */
export function isMacRoman(texts: { mac: string; windows: string }): boolean {
  const odd = texts.windows.match(oddInWindows) ?? []
  return odd.length >= leastOdd && western.test(texts.mac) && !oddInMac.test(texts.mac)
}
