import { Trans, useLingui } from '@lingui/react/macro'
import { type MemberGroup, memberGroups } from '../../../contract/clients/clients.ts'
import { useRead } from '../../../kit/cache.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Details } from './details.tsx'
import { ClientGate } from './gate.tsx'
import { StatusActions, useIsInternal } from './status.tsx'
import { useClientTypes } from './words.ts'

/** Counts of the client, from the list of the user's clients. */
function Facts({ client }: { readonly client: MemberGroup }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const filters = [{ field: 'member_group_id', operation: '=' as const, value: client.member_group_id }]
  const read = useRead(memberGroups.report, userId === undefined ? null : { path: { userId }, body: { filters } })
  const counts = read.data?.member_groups[0]
  return (
    <KeyValues
      items={[
        { id: 'advertisers', label: t`Advertisers`, value: counts && <NumberText value={counts.advertisers} /> },
        { id: 'campaigns', label: t`Active campaigns`, value: counts && <NumberText value={counts.active_campaigns} /> },
        { id: 'host', label: t`Host name`, value: client.host_name },
        { id: 'created', label: t`Created`, value: <DateTimeText moment={client.created_at} zone={ownZone()} /> },
      ]}
    />
  )
}

function PendingNote({ client: { status } }: { readonly client: MemberGroup }) {
  const isInternalUser = useIsInternal()
  if (status !== 'pending') return null
  return (
    <Callout kind="warning" heading={<Trans>This client is pending</Trans>}>
      {isInternalUser ? (
        <Trans>Check its details, then confirm it.</Trans>
      ) : (
        <Trans>Internal staff checks its details and confirms it.</Trans>
      )}
    </Callout>
  )
}

function Overview({ client }: { readonly client: MemberGroup }) {
  const { types, isLoading } = useClientTypes()
  return (
    <DetailPage>
      <DetailHeader name={client.name} actions={<StatusActions client={client} />}>
        <div className="row detail-standing">
          <StatusBadge status={client.status} />
        </div>
      </DetailHeader>
      <PendingNote client={client} />
      <Facts client={client} />
      {isLoading ? <LoadingSkeleton height={320} /> : <Details client={client} types={types} />}
    </DetailPage>
  )
}

/** What a client is: its status, counts and details. */
export default function OverviewTab() {
  return <ClientGate>{(client) => <Overview key={client.member_group_id} client={client} />}</ClientGate>
}
