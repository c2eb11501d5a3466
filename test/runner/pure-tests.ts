/** Test files that need no server and not the page's build, from the root. */
export const pureTests = [
  'packages/(address-guard|catalog|contracts|dialects|preview|reading)/.*\\.test\\.ts$',
  'test/architecture\\.test\\.ts$',
]
