import { sql } from 'kysely'
import type { CampaignDraftData } from '../../src/contract/campaign-drafts.data.ts'
import { problemsOf, startingData } from '../../src/contract/campaign-drafts.rules.ts'
import { stepsOf } from '../../src/contract/campaign-draft-steps.rules.ts'
import type { NewSimpleCampaign, simpleCampaigns } from '../../src/contract/simple-campaigns.ts'
import { draftGround } from './campaign-draft-ground.ts'
import { refuseProblems } from './campaign-draft-sentences.ts'
import { makeCampaign } from './draft-making.ts'
import type { Context } from './context.ts'
import type { Handlers } from './implement.ts'
import { notFound, refuseField } from './refusal.ts'

interface Owner {
  readonly member_group_id: number
  readonly advertiser_id: number
}

/** Each of them is the advertiser's, and offered. */
async function checkEntities({ database: { kysely } }: Context, { member_group_id, advertiser_id }: Owner, ids: readonly number[]) {
  const { rows } = await sql<{ entity_id: number; status: string }>`
    select entity_id, status from entities where member_group_id = ${member_group_id} and advertiser_id = ${advertiser_id}
      and entity_id = any(${[...ids]}::int[])`.execute(kysely)
  if (rows.length < new Set(ids).size) throw notFound('Entity')
  const closed = rows.find(({ status }) => status !== 'active')
  if (closed) throw refuseField(`entity_ids.${ids.indexOf(closed.entity_id)}`, 'This entity is not active')
}

/** What is asked, over what is usual; without a last day it is always on. */
function dataOf({ entity_ids: _, ...asked }: NewSimpleCampaign, today: string, channels: readonly string[]): CampaignDraftData {
  const { attribution: __, ...usual } = startingData(today)
  const channel = channels.length === 1 ? { channel: channels[0] } : {}
  return { ...usual, always_on: !asked.end_date?.trim(), ...channel, ...asked }
}

/** A campaign at once. */
export const simpleCampaignHandlers: Handlers<typeof simpleCampaigns> = {
  create: async ({ path, body }, context) => {
    const place = { member_group_id: path.memberGroupId, advertiser_id: path.advertiserId, experience_id: null, campaign_template_id: null }
    await checkEntities(context, place, body.entity_ids)
    const ground = await draftGround(context, place)
    const data = dataOf(body, ground.today, ground.channels)
    const shape = { ...place, flow: 'simple', steps: stepsOf('simple', { hasAssets: false }), data } as const
    const problems = problemsOf({ ...shape, entity_count: body.entity_ids.length, ad_group_drafts: [] }, ground)
    refuseProblems(problems, (field) => field.replace(/^data\./, ''))
    const entities = sql`select distinct unnest(${[...body.entity_ids]}::int[]) as entity_id, null::bigint as bid`
    return makeCampaign(context, { ...place, flow: 'simple', data, groups: [{ data: {}, entities }], isReviewed: ground.reviews_campaigns })
  },
}
