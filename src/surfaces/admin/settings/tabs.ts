import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import type { GateRequirements } from '../../../contract/access/gate.rules.ts'

/** A tab of the settings of a client. Its panel loads when the tab is opened. */
interface SettingsTab {
  readonly id: string
  readonly label: MessageDescriptor
  readonly ask: GateRequirements
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The tabs of `clients/:clientId/settings`, with the specification’s names in `tab`. */
export const settingsTabs: readonly SettingsTab[] = [
  {
    id: 'template-overview',
    label: msg`Templates`,
    ask: { permissions: ['templates.read'] },
    load: () => import('./templates.tsx'),
  },
]
