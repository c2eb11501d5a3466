export { errorClass, isLockTimeout, isReadOnly, isUnavailable, isUnreachable } from './errors.ts'
