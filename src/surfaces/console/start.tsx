import { useEffect } from 'react'
import { contextOf } from '../../contract/addresses/context.rules.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { useClient } from '../../parts/scope/client.tsx'
import { LoadingSkeleton } from '../../ui/states.tsx'
import { useConsole } from './context.tsx'

/** Redirects to the current client, and keeps the advertiser of the URL. */
export default function Start() {
  const { path } = useElementContext()
  const { goInstead } = useConsole()
  const { memberGroup } = useClient()
  const { clientId: routeClientId, advertiserId } = contextOf(`/${path}`)
  const clientId = routeClientId ?? memberGroup?.member_group_id
  useEffect(() => {
    if (clientId !== undefined) goInstead(`clients/${clientId}${advertiserId === undefined ? '' : `?advertiser_id=${advertiserId}`}`)
  }, [clientId, advertiserId, goInstead])
  return <LoadingSkeleton height={320} />
}
