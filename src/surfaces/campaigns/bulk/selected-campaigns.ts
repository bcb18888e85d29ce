import type { CampaignQuestion, CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import type { SelectedAdGroups, SelectedCampaigns } from './calls.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import type { listFilters } from '../list/filters.ts'

/** The selected campaigns or ad groups. */
export type BulkSelected =
  | { readonly of: 'campaigns'; readonly selection: Everything<CampaignRow>; readonly whole: Whole }
  | { readonly of: 'ad_groups'; readonly which: SelectedAdGroups; readonly currencies: readonly string[] }

/** A selection with the list's current filters, which "select all" needs. */
export interface Everything<Row> extends Selection<Row> {
  readonly filters: ReturnType<typeof listFilters>
}

/** Scope and date range of the list. */
export type Whole = Pick<CampaignQuestion, 'start_date' | 'end_date' | 'advertiser_ids'>

/** Converts the selection to request fields: ids, or the list's filters with exceptions. */
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
