import type { ApplicationConfig, config, flags } from '../../../src/contract/session/config.ts'
import type { Handlers } from '../http/implement.ts'

/** Configuration that the sign-in page needs, readable without a session. */
export const configHandlers = (application: ApplicationConfig): Handlers<typeof config> => ({ application: async () => application })

/** Feature flags of this installation, the same for every user. */
export const flagHandlers = (values: Readonly<Record<string, boolean>>): Handlers<typeof flags> => ({
  all: async () => ({ flags: Object.entries(values).map(([key, value]) => ({ key, value, reason: 'STATIC' })), metadata: {} }),
})
