import { useMemo } from 'react'
import { onlyAdvertiserOf } from '../../../contract/access/access.rules.ts'
import { contextOf } from '../../../contract/addresses/context.rules.ts'
import { signUp } from '../../../contract/users/sign-up.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { type KnownClient, useClient } from '../../../parts/scope/client.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { isBuilt } from '../../../parts/navigation/element-loading.ts'
import type { NavigationOptions } from './entries.ts'
import { useConsole } from '../context.tsx'

/** URL key of the client's advertiser registration; undefined if registration is off. */
function useRegistration(client: KnownClient | undefined) {
  const host = client?.registration_enabled && isBuilt('ad-registration') ? client.host_name : undefined
  const { data } = useRead(signUp.loginConfig, host ? { query: { host_name: host } } : null)
  return (host && data?.login_key) || undefined
}

/** The advertiser of the address, else the only selected one, else the only one that the user has access to. */
function useAdvertiserId(): number | undefined {
  const { path } = useElementContext()
  const chosen = useAdvertiserIds()
  const viewer = useViewer()
  const isOne = chosen?.length === 1
  const own = viewer.state === 'known' && viewer.person ? onlyAdvertiserOf(viewer.person.access) : undefined
  return contextOf(`/${path}`).advertiserId ?? (isOne ? chosen[0] : own)
}

/** Input of the navigation: the advertiser, the client's features, and feature flags. */
export function useNavigationOptions(): NavigationOptions {
  const { memberGroup, channels } = useClient()
  const { flags } = useConsole()
  const advertiserId = useAdvertiserId()
  const registration = useRegistration(memberGroup)
  const clientId = memberGroup?.member_group_id
  const hasChannels = channels.length > 0
  const hasFunding = memberGroup?.funding_types?.some(({ status }) => status === 'Active') ?? false
  return useMemo(
    () => ({ clientId, advertiserId, hasChannels, hasFunding, registration, isOn: (flag) => flags.getBooleanValue(flag, true) }),
    [clientId, advertiserId, hasChannels, hasFunding, registration, flags],
  )
}
