import { apiAs, campaignNow, campaignsThat } from './campaign-page.ts'
import { days } from '../time/days.ts'

const advertiserPath = 'v1/member_groups/1/advertisers/1'

interface NewCampaign {
  readonly name: string
  readonly start_date: string
  readonly end_date: string
  /** The daily budget. */
  readonly budget: string
}

/** Creates a campaign of the first advertiser; it is pending until it is reviewed. */
export async function createCampaign(fields: NewCampaign): Promise<number> {
  const { entities } = await apiAs('dana')('POST', 'v1/member_groups/1/entities_report', { ...days, advertiser_ids: [1] })
  // Any campaign of the advertiser, for a channel that it may use.
  const [other] = (await campaignsThat([], 200)).filter(({ advertiser_id }) => advertiser_id === 1)
  const { channel } = await campaignNow(other?.campaign_id ?? 0)
  const body = { ...fields, channel, base_bid: '0.85', entity_ids: [entities[0].entity_id] }
  const made = await apiAs('dana')('POST', `${advertiserPath}/simple_campaigns`, body, { 'Idempotency-Key': crypto.randomUUID() })
  return made.campaign_id
}

/** Approves or denies a pending campaign; a denial needs a comment. */
export async function review(id: number, how: 'approve' | 'deny', comment?: string) {
  const { advertiser_id, version } = await campaignNow(id)
  const body = comment === undefined ? undefined : { comment }
  await apiAs('dana')('POST', `v1/member_groups/1/advertisers/${advertiser_id}/campaigns/${id}/reviews/${how}`, body, {
    'If-Match': `"${version}"`,
  })
}

/** The id of the first ad group of a campaign. */
export async function firstGroupOf(id: number): Promise<number> {
  const { advertiser_id } = await campaignNow(id)
  const { ad_groups } = await apiAs('dana')('GET', `v1/member_groups/1/advertisers/${advertiser_id}/campaigns/${id}/ad_groups`)
  return ad_groups[0].ad_group_id
}
