import { availableParallelism } from 'node:os'
import { pureTests } from './test/runner/pure-tests.ts'

// What a machine may lack; `npm test` looks for it and says what was left out.
const leftOut = [
  ...(process.env.TEST_BROWSER === 'true' ? [] : ['\\.browser\\.test\\.ts$']),
  ...(process.env.TEST_CHART === 'true' ? [] : ['\\.chart\\.test\\.ts$']),
  ...(process.env.TEST_COMPOSE === 'true' ? [] : ['\\.compose\\.container\\.test\\.ts$']),
  ...(process.env.TEST_CONTAINERS === 'true' ? [] : ['\\.container\\.test\\.ts$']),
  ...(process.env.TEST_COSIGN === 'true' ? [] : ['\\.cosign\\.test\\.ts$']),
  ...(process.env.TEST_GCS === 'true' ? [] : ['\\.gcs\\.test\\.ts$']),
  ...(process.env.TEST_GENERATORS === 'true' ? [] : ['\\.generators\\.test\\.ts$']),
  ...(process.env.TEST_LIBREOFFICE === 'true' ? [] : ['\\.libreoffice\\.test\\.ts$']),
  ...(process.env.TEST_OASDIFF === 'true' ? [] : ['\\.oasdiff\\.test\\.ts$']),
  ...(process.env.TEST_PGBOUNCER === 'true' ? [] : ['\\.pgbouncer\\.test\\.ts$']),
  ...(process.env.TEST_PROMTOOL === 'true' ? [] : ['\\.promtool\\.test\\.ts$']),
  ...(process.env.TEST_REGISTRY === 'true' ? [] : ['\\.registry\\.test\\.ts$']),
  ...(process.env.TEST_S3 === 'true' ? [] : ['\\.s3\\.test\\.ts$']),
]

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/support/seeded-fast-check.ts' },
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.cjs' },
  modulePathIgnorePatterns: ['<rootDir>/.catalog'],
  testPathIgnorePatterns: ['/node_modules/', ...leftOut],
}

const withServers = {
  ...shared,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
}

export default {
  // More than processors: tests wait for other processes.
  maxWorkers: Math.min(availableParallelism() + 2, 8),
  // A worker keeps some megabytes of every file that it has run, and collecting them takes ever longer.
  workerIdleMemoryLimit: '300MB',
  testSequencer: '<rootDir>/test/runner/longest-first.mjs',
  reporters: ['default', '<rootDir>/test/runner/results-reporter.ts'],
  // A bound for what hangs, far above what anything takes: a busy machine may stand still for many seconds.
  testTimeout: 300_000,
  // A worker that ends on a busy machine takes longer than the half second of the default; one that hangs is still ended.
  workerGracefulExitTimeout: 30_000,
  projects: [
    {
      ...withServers,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,deploy}/**/*.test.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, ...pureTests],
    },
    {
      ...withServers,
      displayName: 'system',
      testMatch: ['<rootDir>/test/**/!(architecture).test.ts'],
    },
    {
      ...shared,
      displayName: 'pure',
      testRegex: pureTests,
    },
  ],
}
