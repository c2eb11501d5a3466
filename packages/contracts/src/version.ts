/** Of the release: `npm version` writes that of package.json here. */
export const version = '0.2.0'
