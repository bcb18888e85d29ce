import type { ApplicationConfig, config, flags } from '../../../src/contract/session/config.ts'
import { notFound } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'

/** Configuration that the sign-in page needs, readable without a session. */
export const configHandlers = (application: ApplicationConfig): Handlers<typeof config> => ({ application: async () => application })

/** Feature flags of this installation, the same for every user. */
export function flagHandlers(values: Readonly<Record<string, boolean>>): Handlers<typeof flags> {
  const evaluated = Object.entries(values).map(([key, value]) => ({ key, value, reason: 'STATIC' as const }))
  return {
    all: async () => ({ flags: evaluated, metadata: {} }),
    one: async ({ path }) => {
      const flag = evaluated.find(({ key }) => key === path.key)
      if (!flag) throw notFound('Flag')
      return { ...flag, metadata: {} }
    },
  }
}
