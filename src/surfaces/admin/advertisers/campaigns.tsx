import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { statuses } from '../../../contract/statuses.ts'
import { columns } from '../../../parts/resource/columns.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { useToday } from '../../../parts/time/use-today.ts'
import { useAdvertiser } from './context.tsx'
import { useHostLinks } from './host-links.ts'

const shownDays = 30
const campaignStatuses = statuses.filter((status) => ['active', 'pending', 'paused', 'ended', 'invalid'].includes(status))

/** The campaigns of the advertiser, with their spend of the last 30 days. */
export default function CampaignsTab() {
  const { t, i18n } = useLingui()
  const { advertiser_id, member_group_id: memberGroupId, time_zone } = useAdvertiser()
  const today = useToday(time_zone)
  const links = useHostLinks()
  const shown = useMemo(
    () => [
      columns.link<CampaignRow>('name', t`Campaign`, {
        width: 280,
        isSortable: true,
        isSearched: true,
        target: ({ campaign_id }) => links.campaign(campaign_id),
      }),
      columns.status<CampaignRow>('status', t`Status`, { i18n, statuses: campaignStatuses, isSortable: true }),
      columns.money<CampaignRow>('budget', t`Budget`, { isSortable: true, currencyOf: (row) => row }),
      columns.money<CampaignRow>('cost', t`Spend, last 30 days`, {
        width: 176,
        isSortable: true,
        value: ({ metrics }) => metrics.cost,
        currencyOf: (row) => row,
      }),
      columns.date<CampaignRow>('start_date', t`Start date`, { isSortable: true }),
      columns.date<CampaignRow>('end_date', t`End date`, { isSortable: true, none: t`No end date` }),
    ],
    [t, i18n, links],
  )
  const body = { advertiser_ids: [advertiser_id], start_date: addDays(today, 1 - shownDays), end_date: today }
  const list = useList({ endpoint: campaigns.report, field: 'campaigns', call: { path: { memberGroupId }, body }, columns: shown })
  return (
    <ResourceList<CampaignRow>
      list={list}
      name="campaigns-of-advertiser"
      heading={t`Campaigns`}
      label={t`Campaigns`}
      columns={shown}
      rowId={({ campaign_id }) => String(campaign_id)}
      rowName={({ name }) => name}
      search={t`Search by name`}
      zone={time_zone}
      noSelection
      empty={{ heading: t`No campaigns yet`, text: t`Campaigns appear here once the advertiser creates one.` }}
    />
  )
}
