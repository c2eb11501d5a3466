// Jest runs the sources like Node: types are replaced by blanks, so that line and column numbers stay the same.
const { stripTypeScriptTypes } = require('node:module')

process.removeAllListeners('warning')

module.exports = { process: (source) => ({ code: stripTypeScriptTypes(source) }) }
