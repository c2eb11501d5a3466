// Jest loads this file by require, which takes an ES module only where Node itself does.
export default async function globalSetup() {
  const { setup } = await import('./global-setup.ts')
  globalThis.catalogTeardown = await setup()
}
