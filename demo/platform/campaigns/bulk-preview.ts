import { createHash } from 'node:crypto'
import type { ChangedCampaign } from '../../../src/contract/campaigns/edits.ts'
import { bulkRefusal } from './bulk-rows.ts'
import type { AdGroupAdjustments } from './bulk-ad-groups.ts'
import type { LockedCampaign, CampaignWrite } from './write.ts'
import { grouped } from '../sql/group-by.ts'

interface PlannedChanges {
  readonly locked: readonly LockedCampaign[]
  readonly rows: readonly ChangedCampaign[]
  readonly writes: readonly CampaignWrite[]
  readonly adGroupPlan: AdGroupAdjustments | undefined
}

/** Preview mark of each campaign: its version, plus a hash of its ad groups' adjustments if there are any. */
function previewMarks({ locked, adGroupPlan }: PlannedChanges): ReadonlyMap<number, string> {
  const { adjustments = [], refusals = [] } = adGroupPlan ?? {}
  const adjustmentsOf = grouped(adjustments, ({ campaign_id }) => campaign_id)
  const refusalsOf = grouped(refusals, ({ campaign_id }) => campaign_id)
  const hashOf = (id: number) => {
    const groups = [
      ...(adjustmentsOf.get(id) ?? []).map(({ ad_group_id, before }) => `${ad_group_id}:${before}`),
      ...(refusalsOf.get(id) ?? []).map(({ ad_group_id, code }) => `${ad_group_id}:${code}`),
    ]
    return createHash('sha256').update(groups.toSorted().join(' ')).digest('base64url').slice(0, 16)
  }
  return new Map(locked.map(({ campaign_id: id, version }) => [id, adGroupPlan ? `${version}.${hashOf(id)}` : String(version)] as const))
}

/** Drops campaigns that changed since the preview. Each row gets its current preview mark as `seen`. */
export function dropChangedSincePreview(plan: PlannedChanges, expectedMarks: ReadonlyMap<number, string> | undefined) {
  const marks = previewMarks(plan)
  const changedCampaigns = new Map(
    plan.locked.flatMap((campaign) =>
      expectedMarks && expectedMarks.get(campaign.campaign_id) !== marks.get(campaign.campaign_id)
        ? [[campaign.campaign_id, campaign] as const]
        : [],
    ),
  )
  const isUnchanged = ({ campaign_id }: { readonly campaign_id: number }) => !changedCampaigns.has(campaign_id)
  const { adjustments = [], refusals = [] } = plan.adGroupPlan ?? {}
  return {
    rows: plan.rows.map((row) => {
      const changedCampaign = changedCampaigns.get(row.campaign_id)
      return {
        ...(changedCampaign ? bulkRefusal(row.campaign_id, 'changed_since', changedCampaign) : row),
        seen: marks.get(row.campaign_id) ?? '',
      }
    }),
    writes: plan.writes.filter(({ campaign }) => isUnchanged(campaign)),
    adGroupPlan: plan.adGroupPlan && { adjustments: adjustments.filter(isUnchanged), refusals: refusals.filter(isUnchanged) },
  }
}
