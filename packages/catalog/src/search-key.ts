/** The text as searches compare it: without case and accents, also those of Turkish, whose i has a capital with a dot. */
export function searchKey(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
}
