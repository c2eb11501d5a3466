// Without Redis and without its admin page.
module.exports = require('@medusajs/framework/utils').defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: { storeCors: '', adminCors: '', authCors: '' },
  },
  admin: { disable: true },
})
