export * from './address-guard.ts'
export * from './refusals.ts'
export * from './settings.ts'
