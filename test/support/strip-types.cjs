// Jest runs the sources like Node: types are replaced by blanks, so that line and column numbers stay the same.
const { stripTypeScriptTypes } = require('node:module')

process.removeAllListeners('warning')

/** Set by npm run mutate, which lets Jest cache nothing: a part of one file and its replacement. */
const mutation = process.env.TEST_MUTATION && JSON.parse(process.env.TEST_MUTATION)

module.exports = {
  process(source, path) {
    const isMutated = mutation && path === mutation.path
    const text = isMutated
      ? source.slice(0, mutation.start) + mutation.replacement + source.slice(mutation.end)
      : source
    return { code: stripTypeScriptTypes(text) }
  },
}
