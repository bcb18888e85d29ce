import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { changes } from '../../../contract/changes/changes.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { useAdmin } from '../context.tsx'
import { HistoryTab, nounHistory } from '../frame/history-tab.tsx'
import { ClientGate } from './gate.tsx'
import { useClientTypes } from './words.ts'

/** Returns the text of a value that is not plain text. */
function useText() {
  const { i18n } = useLingui()
  const { types } = useClientTypes()
  return (field: string, value: unknown) => {
    if (field === 'status' && typeof value === 'string') return statusLabel(value, i18n)
    return field === 'member_group_type_id' ? types.find(({ id }) => id === value)?.label : undefined
  }
}

const clientChanges = nounHistory(changes.member_group, {
  permission: 'member_groups.change',
  kinds: {
    created: msg`created the client`,
    changed: msg`changed the client`,
    undone: msg`undid a change`,
    submitted: msg`sent the client to review`,
    approved: msg`confirmed the client`,
  },
  fields: {
    name: msg`Name`,
    status: msg`Status`,
    currency_code: msg`Default currency`,
    min_bid: msg`Lowest bid`,
    label_singular: msg`Word for one entity`,
    label_plural: msg`Word for several entities`,
    member_group_type_id: msg`Type`,
    registration_enabled: msg`Advertisers can register themselves`,
    host_name: msg`Host name`,
    login_key: msg`Login key`,
    requested_host_name: msg`Requested host name`,
    requested_login_key: msg`Requested login key`,
    allowed_origins: msg`Allowed origins`,
    sso_organization_id: msg`Organization`,
    sso_connection_id: msg`Connection`,
  },
  useText,
})

/** Who changed the client, and when. */
export default function ClientHistoryTab() {
  const { emit } = useAdmin()
  return (
    <ClientGate>
      {({ member_group_id: memberGroupId, version }) => (
        <HistoryTab
          of={clientChanges}
          path={{ memberGroupId }}
          version={version}
          onUndone={() => emit('ad-client-changed', { member_group_id: memberGroupId })}
        />
      )}
    </ClientGate>
  )
}
