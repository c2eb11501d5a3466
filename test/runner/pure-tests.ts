/** Packages that only compute. */
export const purePackages = ['address-guard', 'catalog', 'contracts', 'dialects', 'preview', 'reading']

/** Test files that need no server and not the page's build, from the root. */
export const pureTests = [
  `packages/(${purePackages.join('|')})/.*\\.test\\.ts$`,
  'test/architecture\\.test\\.ts$',
]
