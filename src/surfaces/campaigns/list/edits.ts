import type { CampaignChange } from '../../../contract/campaigns/edits.ts'
import { campaigns, type Campaign, type CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { type SaveRow, useRowEdits } from '../cells/row-edits.ts'
import { useCampaigns } from '../context.tsx'

export type SaveCampaign = SaveRow<CampaignRow, CampaignChange>

const pathOf = (row: CampaignRow) => ({
  memberGroupId: row.member_group_id,
  advertiserId: row.advertiser_id,
  campaignId: row.campaign_id,
})

/** Merges a saved campaign into its row. Keeps the row's metrics, because the response has none for the selected dates. */
const rowNow = (row: CampaignRow, now: Campaign): CampaignRow => ({ ...row, ...now, metrics: row.metrics, spark: row.spark })

/** Returns the old values of the changed fields. */
function before(row: CampaignRow, change: CampaignChange): CampaignChange {
  const all: CampaignChange = {
    name: row.name,
    budget: row.budget,
    start_date: row.start_date,
    end_date: row.end_date,
    always_on: row.always_on,
    // A saved status is normally one that the field offers.
    status: row.status as NonNullable<CampaignChange['status']>, // the platform refuses any other status
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in change))
}

/** Returns the function that saves an edited campaign cell. */
export function useCampaignEdits(exceptHere: Staleness['exceptHere']): SaveCampaign {
  const { send } = useRuntime()
  const { emit } = useCampaigns()
  const { mutate } = useMutate()
  return useRowEdits<CampaignRow, CampaignChange>(
    {
      write: async (row, body, mutation) => rowNow(row, await mutate(campaigns.change, { path: pathOf(row), body }, mutation)),
      read: async (row) => rowNow(row, await send(campaigns.one, { path: pathOf(row) })),
      before,
      emitChange: ({ campaign_id }, change) => emit('ad-campaign-changed', { campaign_id, fields: Object.keys(change).join(',') }),
    },
    exceptHere,
  )
}
