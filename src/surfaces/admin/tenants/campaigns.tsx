import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import type { Filter } from '../../../contract/list.ts'
import { statuses } from '../../../contract/statuses.ts'
import { columns } from '../../../parts/resource/columns.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useHostLinks } from '../frame/host-links.ts'

const shownDays = 30
const campaignStatuses = statuses.filter((status) => ['active', 'pending', 'paused', 'ended', 'invalid'].includes(status))

interface CampaignListProps {
  /** Limits the list to some advertisers. */
  readonly filter: Filter
  /** Shows whose each campaign is. */
  readonly hasAdvertiser?: boolean
  readonly zone?: string
  readonly emptyText: string
}

/** Campaigns with their spend of the last 30 days. */
export function CampaignList({ filter, hasAdvertiser = false, zone, emptyText }: CampaignListProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const today = useToday(zone)
  const links = useHostLinks()
  const shown = useMemo(
    () => [
      columns.link<CampaignRow>('name', t`Campaign`, {
        width: 280,
        isSortable: true,
        isSearched: true,
        target: ({ campaign_id }) => links.campaign(campaign_id),
      }),
      ...(hasAdvertiser ? [columns.text<CampaignRow>('advertiser_name', t`Advertiser`, { isSortable: true, isFiltered: true })] : []),
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
    [t, i18n, links, hasAdvertiser],
  )
  const body = { filters: [filter], start_date: addDays(today, 1 - shownDays), end_date: today }
  const list = useList({ endpoint: campaigns.report, field: 'campaigns', call: { path: { memberGroupId }, body }, columns: shown })
  return (
    <ResourceList<CampaignRow>
      list={list}
      name="administered-campaigns"
      heading={t`Campaigns`}
      label={t`Campaigns`}
      columns={shown}
      rowId={({ campaign_id }) => String(campaign_id)}
      rowName={({ name }) => name}
      search={t`Search by name`}
      zone={zone}
      noSelection
      empty={{ heading: t`No campaigns yet`, text: emptyText }}
    />
  )
}
