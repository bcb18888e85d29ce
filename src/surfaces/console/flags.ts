import { useEffect, useState } from 'react'
import type { AddressMatch } from '../../contract/addresses/addresses.ts'
import type { Tag } from '../../contract/addresses/vocabulary.ts'
import { config } from '../../contract/session/config.ts'
import { useRead } from '../../kit/cache.tsx'
import { createFlags, type Flags } from '../../kit/flags.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import { useConsole } from './context.tsx'
import { flagOf } from './navigation/entries.ts'
import { isBuilt } from '../../parts/navigation/element-loading.ts'

const defaultFlags: Flags = { getBooleanValue: (_, value) => value }

/**
 * The host's feature flags, or those of the platform's flag service, which each console requests once. Until the service responds,
 * flags have their defaults. A console without a known user needs none.
 */
export function useFlags(isNeeded: boolean): Flags {
  const { flags: hostFlags } = useRuntime().options
  const { data } = useRead(config.application, hostFlags || !isNeeded ? null : {})
  const [flags, setFlags] = useState(defaultFlags)
  const { flags_url: url, environment } = data ?? {}
  useEffect(() => {
    if (!url || environment === undefined) return
    const unmounted = new AbortController()
    const platformFlags = createFlags(url, environment, unmounted.signal)
    void platformFlags.ready.then(() => unmounted.signal.aborted || setFlags(platformFlags))
    return () => unmounted.abort()
  }, [url, environment])
  return hostFlags ?? flags
}

/** Whether the console shows a surface: `off` if its feature flag is off, although it is built. */
export type Availability = 'on' | 'off' | 'not_built'

/** Tells whether the console shows a surface. Offer a link to another surface only if it is `on`. */
export function useAvailability(): (tag: Tag) => Availability {
  const { flags } = useConsole()
  return (tag) => {
    if (!isBuilt(tag)) return 'not_built'
    return flags.getBooleanValue(flagOf(tag), true) ? 'on' : 'off'
  }
}

/** Tells whether the console shows a page. A built surface may have no screen for it yet. */
export function usePageAvailability(): (match: Pick<AddressMatch, 'tag' | 'address'>) => Availability {
  const availabilityOf = useAvailability()
  return ({ tag, address }) => (address.isPlanned ? 'not_built' : availabilityOf(tag))
}
