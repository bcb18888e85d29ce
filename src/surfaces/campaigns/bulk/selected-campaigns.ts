import type { CampaignQuestion, CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import type { SelectedCampaigns } from './calls.ts'
import type { Everything } from './toolbar.tsx'

/** Whose rows, of which days. */
export type Whole = Pick<CampaignQuestion, 'start_date' | 'end_date' | 'advertiser_ids'>

/** The same campaigns as the platform takes them: by id, or as the list that was asked with its exceptions. */
export function selectedCampaigns(
  { isAll, rows, except, filters }: Everything<CampaignRow>,
  { advertiser_ids, ...days }: Whole,
): SelectedCampaigns {
  if (!isAll) return { campaign_ids: [...rows.values()].map(({ campaign_id }) => campaign_id) }
  return {
    all_selected: true,
    report: { ...days, ...(filters.length > 0 && { filters }) },
    ...(advertiser_ids && { advertiser_ids }),
    ...(except.size > 0 && { except_campaign_ids: [...except].map(Number) }),
  }
}
