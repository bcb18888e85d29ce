import { msg } from '@lingui/core/macro'
import { changes } from '../../../contract/changes/changes.ts'
import { useAdmin } from '../context.tsx'
import { HistoryTab, nounHistory } from '../frame/history-tab.tsx'
import { useGroup } from './context.tsx'

const groupChanges = nounHistory(changes.advertiser_group, {
  permission: 'advertiser_groups.change',
  kinds: {
    created: msg`created the group`,
    changed: msg`renamed the group`,
    undone: msg`undid a change`,
  },
  fields: { name: msg`Name` },
})

/** Who renamed the group, and when. Who is in it is in the histories of the advertisers. */
export default function History() {
  const { emit } = useAdmin()
  const { id, member_group_id: memberGroupId, version } = useGroup()
  return (
    <HistoryTab
      of={groupChanges}
      path={{ memberGroupId, advertiserGroupId: id }}
      version={version}
      onUndone={() => emit('ad-advertiser-group-changed', { advertiser_group_id: id })}
    />
  )
}
