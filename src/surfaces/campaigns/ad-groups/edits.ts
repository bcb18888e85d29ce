import type { AdGroupChange } from '../../../contract/ad-groups/changes.ts'
import { adGroups, type AdGroup, type AdGroupRow } from '../../../contract/ad-groups/ad-groups.ts'
import type { Staleness } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useCampaigns } from '../context.tsx'
import { type SaveRow, useRowEdits } from '../cells/row-edits.ts'

export type SaveAdGroup = SaveRow<AdGroupRow, AdGroupChange>

const pathOf = (row: AdGroupRow) => ({ memberGroupId: row.member_group_id, advertiserId: row.advertiser_id, adGroupId: row.ad_group_id })
/** Merges a saved ad group into its row. Keeps the row's metrics, because the response has none for the selected dates. */
const rowNow = (row: AdGroupRow, now: AdGroup): AdGroupRow => ({ ...row, ...now, metrics: row.metrics })

/** Returns the old values of the changed fields. */
function before(row: AdGroupRow, change: AdGroupChange): AdGroupChange {
  const status = (['active', 'paused', 'pending'] as const).find((one) => one === row.status)
  const all: AdGroupChange = {
    name: row.name,
    base_bid: row.base_bid,
    budget: row.budget,
    budget_period: row.budget_period,
    end_date: row.end_date,
    always_on: row.always_on,
    ...(status && { status }),
  }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in change))
}

/** Returns the function that saves an edited ad group cell. */
export function useAdGroupEdits(exceptHere: Staleness['exceptHere']): SaveAdGroup {
  const { send } = useRuntime()
  const { emit } = useCampaigns()
  const { mutate } = useMutate()
  return useRowEdits<AdGroupRow, AdGroupChange>(
    {
      write: async (row, body, mutation) => rowNow(row, await mutate(adGroups.change, { path: pathOf(row), body }, mutation)),
      read: async (row) => rowNow(row, await send(adGroups.one, { path: pathOf(row) })),
      before,
      emitChange: ({ campaign_id }) => emit('ad-campaign-changed', { campaign_id, fields: 'ad_groups' }),
    },
    exceptHere,
  )
}
