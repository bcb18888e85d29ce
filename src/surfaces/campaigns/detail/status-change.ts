import type { CampaignHistoryRow } from '../../../contract/campaigns/edits.ts'

type Change = Pick<CampaignHistoryRow, 'fields' | 'ad_group' | 'user' | 'partner' | 'at' | 'comment'>

/** The newest change of a status, newest first, where it is the one that gave it: what something became otherwise is nobody's doing. */
export function changeOfStatus<C extends Change>(changes: readonly C[], status: string, adGroupId?: number): C | undefined {
  const newest = changes.find(
    ({ fields, ad_group }) => ad_group?.ad_group_id === adGroupId && fields.some(({ field }) => field === 'status'),
  )
  return newest?.fields.some(({ field, after }) => field === 'status' && after === status) ? newest : undefined
}
