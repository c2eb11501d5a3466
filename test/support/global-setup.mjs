// Jest loads this file with require, which accepts an ES module only if Node itself does.
export default async function globalSetup() {
  const { setup } = await import('./global-setup.ts')
  globalThis.catalogTeardown = await setup({ inMemory: true })
}
