export { errorClass, isLockTimeout, isUnreachable } from './errors.ts'
