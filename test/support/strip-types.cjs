// Jest runs the sources as Node does: types are blanked out, so that lines and columns stay true.
const { stripTypeScriptTypes } = require('node:module')

process.removeAllListeners('warning')

module.exports = { process: (source) => ({ code: stripTypeScriptTypes(source) }) }
