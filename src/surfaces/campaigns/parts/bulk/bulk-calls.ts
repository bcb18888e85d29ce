import type { AdGroupBulk } from '../../../../contract/ad-group-changes.ts'
import { type AdGroupBulkAnswer, adGroups } from '../../../../contract/ad-groups.ts'
import type { CampaignBulk, CampaignChanges } from '../../../../contract/campaign-edits.ts'
import { campaigns } from '../../../../contract/campaigns.ts'
import type { Days } from '../../../../contract/date-ranges.ts'
import { pageMost } from '../../../../contract/list.ts'
import type { Send } from '../../../../kit/api.ts'
import { type BulkAnswer, type BulkRun, previewKeys } from './bulk-work.ts'
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

/** The campaigns that are meant, by id: those named, or those that their list finds. */
async function idsOf(selected: SelectedCampaigns, { send, clientId, days }: Place): Promise<number[]> {
  if (selected.campaign_ids) return selected.campaign_ids
  const { report = {}, advertiser_ids, except_campaign_ids = [] } = selected
  const { start_date, end_date } = days
  const asked = { ...report, start_date, end_date, ...(advertiser_ids && { advertiser_ids }) }
  const sort = [{ field: 'campaign_id', order: 'asc' as const }]
  const except = new Set(except_campaign_ids)
  const ids: number[] = []
  for (let start = 0; ; start += pageMost) {
    const body = { ...asked, sort, pagination: { start, count: pageMost } }
    const { campaigns: rows } = await send(campaigns.report, { path: { memberGroupId: clientId }, body })
    ids.push(...rows.map(({ campaign_id }) => campaign_id).filter((id) => !except.has(id)))
    if (rows.length < pageMost) return ids
  }
}

/** Five thousand changes in one transaction take their time. */
const longMs = 60_000

/** Changes campaigns, and the bids below them where that is asked: of just the campaigns that the preview found. */
export function campaignRun(selected: SelectedCampaigns, place: Place): BulkRun<BulkValues> {
  const { send, clientId, days } = place
  const path = { memberGroupId: clientId }
  const keys = previewKeys()
  let found: Promise<number[]> | undefined
  return async (values, isDry, told) => {
    const answers: BulkAnswer[] = []
    const take = (answer: BulkAnswer) => {
      answers.push(answer)
      told?.(answer)
    }
    if (isDry) keys.renew()
    // Read before anything is written: what was changed may not be found by the same question any more.
    if (isDry || !found) found = changesBids(values) ? idsOf(selected, place) : Promise.resolve([])
    const campaign_ids = await found
    const options = (part: string) => ({ timeoutMs: longMs, ...(!isDry && { idempotencyKey: keys.of(part) }) })
    if (changesCampaigns(values)) {
      const body = { ...selected, ...campaignBulk(values), dry_run: isDry }
      const answer = await send(campaigns.bulk, { path, body }, options('campaigns'))
      take(ofCampaigns(answer, answer.effect))
    }
    if (changesBids(values) && campaign_ids.length > 0) {
      const { start_date, end_date } = days
      const body = { all_selected: true, report: { start_date, end_date, campaign_ids }, ...bidsBelow(values), dry_run: isDry }
      take(ofAdGroups(await send(adGroups.bulk, { path, body }, options('ad groups'))))
    }
    return answers
  }
}

/** Changes ad groups. */
export function adGroupRun(selected: SelectedAdGroups, { send, clientId }: Place): BulkRun<BulkValues> {
  const keys = previewKeys()
  return async (values, isDry, told) => {
    if (isDry) keys.renew()
    const body = { ...selected, ...adGroupBulk(values), dry_run: isDry }
    const options = { timeoutMs: longMs, ...(!isDry && { idempotencyKey: keys.of('ad groups') }) }
    const answer = ofAdGroups(await send(adGroups.bulk, { path: { memberGroupId: clientId }, body }, options))
    told?.(answer)
    return [answer]
  }
}
