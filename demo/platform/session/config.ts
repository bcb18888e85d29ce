import type { ApplicationConfig, config, flags } from '../../../src/contract/session/config.ts'
import type { Handlers } from '../http/implement.ts'

/** What a page needs before anybody has signed in. */
export const configHandlers = (application: ApplicationConfig): Handlers<typeof config> => ({ application: async () => application })

/** The flags of this installation, the same for everybody. */
export const flagHandlers = (values: Readonly<Record<string, boolean>>): Handlers<typeof flags> => ({
  all: async () => ({ flags: Object.entries(values).map(([key, value]) => ({ key, value, reason: 'STATIC' })), metadata: {} }),
})
