import type { CampaignQuery, CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import type { SelectedAdGroups, SelectedCampaigns } from './calls.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import type { listFilters } from '../../../parts/resource/list-source.ts'

/** The selected campaigns or ad groups. */
export type BulkSelection =
  | { readonly of: 'campaigns'; readonly selection: SelectionWithFilters<CampaignRow>; readonly baseBody: CampaignListScope }
  | { readonly of: 'ad_groups'; readonly which: SelectedAdGroups; readonly currencies: readonly string[] }

/** A selection with the list's current filters, which "select all" needs. */
export interface SelectionWithFilters<Row> extends Selection<Row> {
  readonly filters: ReturnType<typeof listFilters>
}

/** Scope and date range of the list. */
export type CampaignListScope = Pick<CampaignQuery, 'start_date' | 'end_date' | 'advertiser_ids'>

/** Converts the selection to request fields: ids, or the list's filters with exceptions. */
export function selectedCampaigns(
  { isAll, rows, except, filters }: SelectionWithFilters<CampaignRow>,
  { advertiser_ids, ...days }: CampaignListScope,
): SelectedCampaigns {
  if (!isAll) return { campaign_ids: [...rows.values()].map(({ campaign_id }) => campaign_id) }
  return {
    all_selected: true,
    report: { ...days, ...(filters.length > 0 && { filters }) },
    ...(advertiser_ids && { advertiser_ids }),
    ...(except.size > 0 && { except_campaign_ids: [...except].map(Number) }),
  }
}
