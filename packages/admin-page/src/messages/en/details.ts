/** Texts of an open product. */
export const details = {
  row: 'Row',
  images: { one: 'Image', other: '{count} images' },
  variants: { one: 'Variant', other: '{count} variants' },
  variantsOf: 'Variants of {product}',
  same: 'stays as it is',
  sameForAll: { one: 'Of {count} variant:', other: 'The same for all {count} variants:' },
  showAllVariants: { one: 'Show {count} variant', other: 'Show all {count} variants' },
  removed: 'removed:',
  added: 'added:',
  unchangedCharacters: { one: '{count} unchanged character', other: '{count} unchanged characters' },
  viewOf: 'Show {field} as',
  asText: 'Text',
  asHtml: 'HTML',
  onlyTags: 'The text stays as it is. Only its HTML changes, such as formatting, links or pictures.',
  tagsToo: 'Formatting, links or pictures change as well. Choose HTML to see them.',
} as const
