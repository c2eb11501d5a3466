/** The release, with `-dev` until it is made. `npm version` copies it from package.json. */
export const version = '0.2.0-dev'
