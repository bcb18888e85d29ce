import type declaration from '../../../elements/ad-admin.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { advertisers } from '../../contract/advertisers/advertisers.ts'
import { advertiserGroups } from '../../contract/advertisers/groups.ts'
import { biddingConfigs } from '../../contract/bids/bidding-configs.ts'
import { contextOf, type RouteContext } from '../../contract/addresses/context.rules.ts'
import { roleEndpoints } from '../../contract/access/role-endpoints.ts'
import { changes } from '../../contract/changes/changes.ts'
import { memberGroups } from '../../contract/clients/clients.ts'
import { clientTerms } from '../../contract/clients/client-terms.ts'
import { clientThemes } from '../../contract/clients/client-themes.ts'
import { configuration } from '../../contract/clients/configuration.ts'
import { hosts } from '../../contract/clients/hosts.ts'
import { themes } from '../../contract/clients/themes.ts'
import { terms } from '../../contract/session/terms.ts'
import { templates } from '../../contract/templates/templates.ts'
import { users } from '../../contract/users/users.ts'
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

/** The responses that a write of the administration changes. Each area adds its branches of the contract. */
export const adminData: readonly object[] = [
  advertiserGroups,
  advertisers,
  biddingConfigs,
  changes,
  clientTerms,
  configuration,
  clientThemes,
  hosts,
  memberGroups,
  roleEndpoints,
  templates,
  terms,
  themes,
  users,
]
