import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import type { GateRequirements } from '../../../contract/access/gate.rules.ts'

/** A tab of a client or an advertiser. Its panel loads when the tab is opened. */
export interface AreaTab {
  readonly id: string
  readonly label: MessageDescriptor
  /** What a user needs to see it. */
  readonly ask: GateRequirements
  /** First path segments below the tenant whose pages belong to this tab, such as `users` of `users/5/edit`. */
  readonly segments?: readonly string[]
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The tabs of `clients/:clientId`; the first one is open by default. */
export const clientTabs: readonly AreaTab[] = [
  {
    id: 'users',
    label: msg`Users`,
    ask: { permissions: ['users.read'] },
    segments: ['users', 'add-users'],
    load: () => import('../users/tab.tsx'),
  },
]

/** The tabs of `clients/:clientId/advertisers/:advertiserId`. */
export const advertiserTabs: readonly AreaTab[] = [
  {
    id: 'users',
    label: msg`Users`,
    ask: { permissions: ['users.read'] },
    segments: ['users'],
    load: () => import('../users/tab.tsx'),
  },
]
