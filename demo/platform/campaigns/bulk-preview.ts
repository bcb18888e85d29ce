import { createHash } from 'node:crypto'
import type { ChangedCampaign } from '../../../src/contract/campaigns/edits.ts'
import { bulkRefusal } from './bulk-rows.ts'
import type { AdGroupAdjustments } from './bulk-ad-groups.ts'
import type { LockedCampaign, CampaignWrite } from './write.ts'
import { grouped } from '../sql/group-by.ts'

interface PlannedChanges {
  readonly locked: readonly LockedCampaign[]
  readonly rows: readonly ChangedCampaign[]
  readonly writings: readonly CampaignWrite[]
  readonly adjusted: AdGroupAdjustments | undefined
}

/** Preview mark of each campaign: its version, plus a hash of its ad groups' adjustments if there are any. */
function previewMarks({ locked, adjusted }: PlannedChanges): ReadonlyMap<number, string> {
  const { adjustments = [], refusals = [] } = adjusted ?? {}
  const going = grouped(adjustments, ({ campaign_id }) => campaign_id)
  const left = grouped(refusals, ({ campaign_id }) => campaign_id)
  const marked = (id: number) => {
    const groups = [
      ...(going.get(id) ?? []).map(({ ad_group_id, before }) => `${ad_group_id}:${before}`),
      ...(left.get(id) ?? []).map(({ ad_group_id, code }) => `${ad_group_id}:${code}`),
    ]
    return createHash('sha256').update(groups.toSorted().join(' ')).digest('base64url').slice(0, 16)
  }
  return new Map(locked.map(({ campaign_id: id, version }) => [id, adjusted ? `${version}.${marked(id)}` : String(version)] as const))
}

/** Drops campaigns that changed since the preview. Each row gets its current preview mark as `seen`. */
export function dropChangedSincePreview(plan: PlannedChanges, seen: ReadonlyMap<number, string> | undefined) {
  const marks = previewMarks(plan)
  const others = new Map(
    plan.locked.flatMap((one) =>
      seen && seen.get(one.campaign_id) !== marks.get(one.campaign_id) ? [[one.campaign_id, one] as const] : [],
    ),
  )
  const isSame = ({ campaign_id }: { readonly campaign_id: number }) => !others.has(campaign_id)
  const { adjustments = [], refusals = [] } = plan.adjusted ?? {}
  return {
    rows: plan.rows.map((row) => {
      const other = others.get(row.campaign_id)
      return { ...(other ? bulkRefusal(row.campaign_id, 'changed_since', other) : row), seen: marks.get(row.campaign_id) ?? '' }
    }),
    writings: plan.writings.filter(({ campaign }) => isSame(campaign)),
    adjusted: plan.adjusted && { adjustments: adjustments.filter(isSame), refusals: refusals.filter(isSame) },
  }
}
