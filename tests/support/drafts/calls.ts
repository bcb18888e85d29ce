import { contract } from '../../../src/contract/index.ts'
import type { CampaignDraft, CampaignDraftChange, NewCampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import { draftAt } from '../world/small-drafts.ts'
import type { PlatformResponse, SmallWorld } from '../world/small-world.ts'
import type { CallerName } from '../world/people.ts'

const { campaignDrafts } = contract
/** The advertiser of the tests' drafts by default. */
export const owner = { memberGroupId: 1, advertiserId: 1 }
/** The complete draft of the small platform. */
export const readyDraft = { ...owner, campaignDraftUuid: draftAt(1) }
export type DraftAddress = typeof readyDraft

let keys = 0
export const key = () => ({ 'Idempotency-Key': `key-of-draft-${++keys}` })

/** The draft calls that most tests need. */
export const draftCalls = (world: () => SmallWorld, name: CallerName = 'clientAdmin') => ({
  begin: async (body: NewCampaignDraft): Promise<CampaignDraft> => {
    const { reply } = await world().as(name).send(campaignDrafts.create, { path: owner, body }, key())
    return reply.result
  },
  read: async (path: DraftAddress = readyDraft): Promise<CampaignDraft> =>
    (await world().as(name).send(campaignDrafts.one, { path })).reply.result,
  change: (body: CampaignDraftChange, version: number, path: DraftAddress = readyDraft): Promise<PlatformResponse> =>
    world()
      .as(name)
      .send(campaignDrafts.change, { path, body }, { 'If-Match': `"${version}"` }),
  /** Submits the current version of a draft, or the given one. */
  submit: async (path: DraftAddress = readyDraft, seen?: number, header = key()): Promise<PlatformResponse> => {
    const { reply } = await world().as(name).send(campaignDrafts.one, { path })
    const version = seen ?? reply.result?.version ?? 1
    return world()
      .as(name)
      .send(campaignDrafts.submit, { path }, { ...header, 'If-Match': `"${version}"` })
  },
})

/** The path parameters of a draft. */
export const addressOf = ({ campaign_draft_uuid }: CampaignDraft): DraftAddress => ({ ...owner, campaignDraftUuid: campaign_draft_uuid })
/** The refused fields, each with its message. */
export const refused = ({ reply }: PlatformResponse): Record<string, string> =>
  Object.fromEntries((reply.fields ?? []).map(({ path, rule }: { path: string; rule: string }) => [path, rule]))
