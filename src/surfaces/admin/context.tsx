import type declaration from '../../../elements/ad-admin.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { contextOf, type RouteContext } from '../../contract/addresses/context.rules.ts'
import { createResource, useResource } from '../../parts/resource/resource.tsx'

export type AdminProps = SurfaceProps<typeof declaration>

/** The part of an address that says what a screen is about. */
export type AdminPlace = Pick<RouteContext, 'clientId' | 'advertiserId' | 'advertiserGroupId'>

/** The client, the advertiser and the group of a path inside the element. */
export const placeOf = (path: string): AdminPlace =>
  contextOf(path.startsWith('tools/') ? path.replace('tools', '/placard') : `/admin/${path}`)

interface AdminContext extends Pick<AdminProps, 'emit'> {
  /** Hides every action that writes. */
  readonly isReadonly: boolean
  readonly place: AdminPlace
}

const current = createResource<AdminContext>('AdminProvider')

/** Gives all screens access to the element's props, its events and the place of its path. */
export const AdminProvider = current.Context.Provider

/** Props, events and place of the surrounding ad-admin element. Screens without a client have no `useScope`. */
export const useAdmin = () => useResource(current)

/** The responses that a write of the administration changes. Their list loads after the first write. */
export const adminData = async (): Promise<readonly object[]> => (await import('./stale-data.ts')).default
