import type { CampaignEditResult } from './edit.rules.ts'
import type { ChangedCampaign } from '../../../src/contract/campaigns/edits.ts'
import type { CampaignProblemCode } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { problemOf, rowProblem } from './problems.ts'
import { changesOf, type LockedCampaign } from './write.ts'

/** A row of a bulk response. `ad_groups` is 0 until the ad group adjustments are added. */
export function bulkRow(campaign: LockedCampaign, { after: edited, problems }: CampaignEditResult): ChangedCampaign {
  const [problem] = problems
  const fields = problem ? [] : changesOf({ campaign, after: edited })
  return {
    campaign_id: campaign.campaign_id,
    name: campaign.current.name,
    advertiser_name: campaign.advertiser_name,
    currency_code: campaign.currency_code,
    currency_digits: campaign.constraints.digits,
    version: campaign.version + (fields.length > 0 ? 1 : 0),
    fields,
    ad_groups: 0,
    problem: problem ? problemOf(problem) : null,
  }
}

/** A row for a campaign refused as a whole; without `campaign`, one that is not found. */
export const bulkRefusal = (campaign_id: number, code: CampaignProblemCode, campaign?: LockedCampaign): ChangedCampaign => ({
  campaign_id,
  name: campaign?.current.name ?? '',
  ...(campaign && { advertiser_name: campaign.advertiser_name }),
  currency_code: campaign?.currency_code ?? null,
  currency_digits: campaign?.constraints.digits ?? null,
  version: campaign?.version ?? null,
  fields: [],
  ad_groups: 0,
  problem: rowProblem(code),
})

export const countsOf = (rows: readonly ChangedCampaign[]) => ({
  changed: rows.filter(({ fields }) => fields.length > 0).length,
  refused: rows.filter(({ problem }) => problem !== null).length,
})
