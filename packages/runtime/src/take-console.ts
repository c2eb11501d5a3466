/** Each function that prints. */
const methods = [
  'count',
  'debug',
  'dir',
  'dirxml',
  'error',
  'group',
  'groupCollapsed',
  'info',
  'log',
  'table',
  'timeEnd',
  'timeLog',
  'trace',
  'warn',
] as const

/**
 * From now on, what a library prints to this thread's console is dropped, since it may be content of a merchant's file;
 * `onPrint` is called with the method instead.
 */
export function takeConsole(onPrint: (method: string) => void): void {
  for (const method of methods) console[method] = () => onPrint(method)
}
