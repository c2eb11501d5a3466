/** The release. `npm version` copies it from package.json. */
export const version = '0.2.0'
