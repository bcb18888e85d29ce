import { type ReactNode, useMemo } from 'react'
import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { ViewerProvider } from '../../parts/scope/viewer.tsx'
import { type AdminPlace, AdminProvider, type AdminProps, placeOf } from './context.tsx'
import { Frame } from './frame/frame.tsx'
import { routes } from './routes.ts'

interface PlaceProviderProps extends AdminPlace {
  readonly isReadonly: boolean
  readonly children: ReactNode
}

/** The scope of a path that names a client; without one, only the user and what they may do at all. */
function PlaceProvider({ clientId, advertiserId, isReadonly, children }: PlaceProviderProps) {
  if (clientId === undefined)
    return (
      <ViewerProvider memberGroupId={undefined} isWithoutClient>
        {children}
      </ViewerProvider>
    )
  const attributes = {
    clientId: String(clientId),
    ...(advertiserId !== undefined && { advertiserId: String(advertiserId) }),
    readonly: isReadonly,
  }
  // The key keeps nothing of one client's screens for another.
  return (
    <ScopeProvider key={clientId} attributes={attributes}>
      {children}
    </ScopeProvider>
  )
}

/** Administration of clients, advertisers, users and roles. */
export default function Admin({ emit, readonly: isReadonly = false }: AdminProps) {
  const { pathname } = usePath()
  const { clientId, advertiserId, advertiserGroupId } = placeOf(pathname)
  const context = useMemo(() => {
    const place: AdminPlace = {
      ...(clientId !== undefined && { clientId }),
      ...(advertiserId !== undefined && { advertiserId }),
      ...(advertiserGroupId !== undefined && { advertiserGroupId }),
    }
    return { emit, isReadonly, place }
  }, [emit, isReadonly, clientId, advertiserId, advertiserGroupId])
  return (
    <AdminProvider value={context}>
      <PlaceProvider {...context.place} isReadonly={isReadonly}>
        <Frame>
          <Screens routes={routes} />
        </Frame>
      </PlaceProvider>
    </AdminProvider>
  )
}
