const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.cjs' },
  modulePathIgnorePatterns: ['<rootDir>/.catalog'],
}

export default {
  maxWorkers: 2,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,deploy}/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'system',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
    },
  ],
}
