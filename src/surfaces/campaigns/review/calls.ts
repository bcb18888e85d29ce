import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'

/** Entities per page. */
export const entitiesPerPage = 20

/** Path parameters of every request about a campaign. */
export const pathOf = (row: CampaignRow) => ({
  memberGroupId: row.member_group_id,
  advertiserId: row.advertiser_id,
  campaignId: row.campaign_id,
})

/** One page of the campaign's entities, by name. */
export const entitiesPage = (today: string, start: number) => ({
  start_date: addDays(today, -7),
  end_date: today,
  pagination: { start, count: entitiesPerPage },
  sort: [{ field: 'name', order: 'asc' as const }],
})
