import { sql } from 'kysely'
import type { CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { problemsOf, initialDraftData } from '../../../src/contract/drafts/drafts.rules.ts'
import { stepsOf } from '../../../src/contract/drafts/steps.rules.ts'
import type { NewSimpleCampaign, simpleCampaigns } from '../../../src/contract/campaigns/simple-campaigns.ts'
import { draftConstraintsOf } from '../drafts/constraints.ts'
import { throwProblems } from '../drafts/sentences.ts'
import { insertValidCampaign, requireActiveEntities } from './make.ts'
import type { Handlers } from '../http/implement.ts'

/** The request as data of a draft: its values override the defaults. A simple campaign has no attribution settings. */
function dataOf({ entity_ids: _entityIds, ...fields }: NewSimpleCampaign, today: string, channels: readonly string[]): CampaignDraftData {
  const { attribution: _attribution, ...defaults } = initialDraftData(today, fields)
  const channel = channels.length === 1 ? { channel: channels[0] } : {}
  return { ...defaults, ...channel, ...fields }
}

/** Creates a campaign with one request, without a draft. */
export const simpleCampaignHandlers: Handlers<typeof simpleCampaigns> = {
  create: async ({ path, body }, context) => {
    const owner = { member_group_id: path.memberGroupId, advertiser_id: path.advertiserId, experience_id: null, campaign_template_id: null }
    await requireActiveEntities(context, owner, body.entity_ids, 'entity_ids')
    const constraints = await draftConstraintsOf(context, owner)
    const data = dataOf(body, constraints.today, constraints.channels)
    const draft = { ...owner, flow: 'simple', steps: stepsOf('simple', { hasAssets: false }), data } as const
    const problems = problemsOf({ ...draft, entity_count: body.entity_ids.length, ad_group_drafts: [] }, constraints)
    throwProblems(problems, (field) => field.replace(/^data\./, ''))
    const entities = sql`select distinct unnest(${[...body.entity_ids]}::int[]) as entity_id, null::bigint as bid`
    return insertValidCampaign(context, {
      ...owner,
      flow: 'simple',
      data,
      groups: [{ data: {}, entities }],
      clientReviewsCampaigns: constraints.reviews_campaigns,
    })
  },
}
