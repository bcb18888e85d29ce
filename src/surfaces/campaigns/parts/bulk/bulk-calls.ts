import type { AdGroupBulk } from '../../../../contract/ad-group-changes.ts'
import { type AdGroupBulkAnswer, adGroups } from '../../../../contract/ad-groups.ts'
import type { CampaignBulk, CampaignChanges } from '../../../../contract/campaign-edits.ts'
import { campaigns } from '../../../../contract/campaigns.ts'
import type { Days } from '../../../../contract/date-ranges.ts'
import type { Send } from '../../../../kit/api.ts'
import type { BulkAnswer, BulkRun } from './bulk-work.ts'
import { adGroupBulk, type BulkValues, bidsBelow, campaignBulk, changesBids, changesCampaigns } from './bulk-values.ts'

/** Which campaigns, as the platform takes it. */
export type SelectedCampaigns = Pick<CampaignBulk, 'campaign_ids' | 'all_selected' | 'report' | 'advertiser_ids' | 'except_campaign_ids'>
/** Which ad groups. */
export type SelectedAdGroups = Pick<AdGroupBulk, 'ad_group_ids' | 'all_selected' | 'report'>

interface Place {
  readonly send: Send
  readonly clientId: number
  readonly days: Days
}

/** What campaigns said of many changes, as one kind of answer. */
export const ofCampaigns = (
  { rows, changed, refused, batch }: Omit<CampaignChanges, 'effect'>,
  effect: BulkAnswer['effect'],
): BulkAnswer => ({
  ...{ of: 'campaigns', changed, refused, batch, effect },
  rows: rows.map(({ campaign_id, name, currency_code, fields, problem }) => ({
    ...{ id: String(campaign_id), name, currency_code, fields },
    problem: problem && { code: problem.code, values: problem.values },
  })),
})

/** And ad groups. */
export const ofAdGroups = ({ rows, changed, refused, batch, effect }: AdGroupBulkAnswer): BulkAnswer => ({
  ...{ of: 'ad_groups', changed, refused, batch, effect },
  rows: rows.map(({ ad_group_id, name, currency_code, fields, problem }) => {
    const { code, ...values } = problem ?? { code: '' }
    return { ...{ id: String(ad_group_id), name, currency_code, fields }, problem: problem && { code, values } }
  }),
})

/** The campaigns that are meant, by id: those named, or those that a dry run without a change finds. */
async function idsOf(selected: SelectedCampaigns, { send, clientId }: Place): Promise<number[]> {
  if (selected.campaign_ids) return selected.campaign_ids
  const { rows } = await send(campaigns.bulk, { path: { memberGroupId: clientId }, body: { ...selected, dry_run: true } })
  return rows.map(({ campaign_id }) => campaign_id)
}

/** Changes campaigns, and the bids below them where that is asked. */
export function campaignRun(selected: SelectedCampaigns, place: Place): BulkRun<BulkValues> {
  const { send, clientId, days } = place
  const path = { memberGroupId: clientId }
  return async (values, isDry) => {
    const answers: BulkAnswer[] = []
    if (changesCampaigns(values)) {
      const body = { ...selected, ...campaignBulk(values), dry_run: isDry }
      const answer = await send(campaigns.bulk, { path, body }, { timeoutMs: longMs })
      answers.push(ofCampaigns(answer, answer.effect))
    }
    if (changesBids(values)) {
      const report = { ...days, campaign_ids: await idsOf(selected, place) }
      const body = { all_selected: true, report, ...bidsBelow(values), dry_run: isDry }
      answers.push(ofAdGroups(await send(adGroups.bulk, { path, body }, { timeoutMs: longMs })))
    }
    return answers
  }
}

/** Five thousand changes in one transaction take their time. */
const longMs = 60_000

/** Changes ad groups. */
export const adGroupRun =
  (selected: SelectedAdGroups, { send, clientId }: Place): BulkRun<BulkValues> =>
  async (values, isDry) => {
    const body = { ...selected, ...adGroupBulk(values), dry_run: isDry }
    return [ofAdGroups(await send(adGroups.bulk, { path: { memberGroupId: clientId }, body }, { timeoutMs: longMs }))]
  }
