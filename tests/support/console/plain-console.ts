import type { ConsoleContext } from '../../../src/surfaces/console/context.tsx'

/** Feature flags of which only those listed are off. */
export const flagsOff = (...off: readonly string[]): ConsoleContext['flags'] => ({
  getBooleanValue: (key, value) => (off.includes(key) ? false : value),
})

/** The context of a console whose host page owns the session, for tests of its parts. */
export const plainConsole: ConsoleContext = {
  session: undefined,
  getToken: undefined,
  isRouted: true,
  goInstead: () => undefined,
  emit: () => true,
  settings: { theme: 'light', chooseTheme: () => undefined, chooseLocale: () => undefined, ownsPage: true },
  flags: flagsOff(),
}
