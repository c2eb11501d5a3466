export * from './address-guard.ts'
export * from './settings.ts'
