import { stepsOf } from '../../../contract/drafts/steps.rules.ts'
import type { DraftConstraints } from '../../../contract/drafts/constraints.ts'
import { initialDraftData } from '../../../contract/drafts/drafts.rules.ts'
import type { CampaignDraft } from '../../../contract/drafts/drafts.ts'
import { builtInPacings } from '../../../contract/budgets/budgets.rules.ts'
import type { Experience, ExperienceAsset } from '../../../contract/clients/experiences.ts'
import type { CampaignTemplate } from '../../../contract/templates/templates.ts'
import type { TemplateFlow } from '../../../contract/templates/templates.rules.ts'
import type { ClientContext } from '../../../parts/scope/client.tsx'
import { todayIn } from '../../../parts/time/today.ts'

/** What a new draft starts with. */
export interface DraftStart {
  readonly flow: TemplateFlow
  readonly experienceId?: number | undefined
  readonly template?: CampaignTemplate | undefined
}

/** The client and advertiser settings that a new draft needs. */
export type DraftOwner = Pick<ClientContext, 'memberGroup' | 'advertiser' | 'currencies' | 'channels'>

/** Constraints before the draft exists on the platform, from the client's and the advertiser's settings. */
export function localConstraints(
  { memberGroup, advertiser, currencies, channels }: DraftOwner,
  assets: readonly ExperienceAsset[],
  now: Date,
  experience?: Pick<Experience, 'channel_id'>,
): DraftConstraints | undefined {
  if (!memberGroup || !advertiser) return undefined
  const { currency_code, time_zone } = advertiser
  const currency = currencies.find((item) => item.currency_code === currency_code)
  const bids = (memberGroup.bidding_configs ?? []).filter((item) => item.currency_code === currency_code)
  return {
    currency_code,
    time_zone,
    currency_digits: currency?.digits ?? 2,
    today: todayIn(now, time_zone),
    bids: bids.map(({ bidding_type_id, min_bid, max_bid }) => ({ bidding_type_id, min_bid, max_bid })),
    // As on the platform: an experience with a channel limits the campaign to that channel.
    channels: channels.filter((item) => item.channel_id === (experience?.channel_id ?? item.channel_id)).map(({ name }) => name),
    pacings: [...(memberGroup.pacings ?? builtInPacings)],
    experience_ids: [...(advertiser.advertiser_experience_ids ?? [])],
    assets: [...assets],
    insertion_orders: [],
    reviews_campaigns: false,
  }
}

/** An empty draft. It is created on the platform at the first input. */
export function blankDraft({ flow, experienceId, template }: DraftStart, owner: DraftOwner, constraints: DraftConstraints): CampaignDraft {
  const { memberGroup, advertiser } = owner
  if (!memberGroup || !advertiser) throw new Error('A draft needs a client and an advertiser')
  const steps = stepsOf(flow, { hasAssets: constraints.assets.length > 0, templateSteps: template?.steps.map(({ step }) => step) })
  const step = steps[0] ?? 'step-1'
  return {
    campaign_draft_uuid: '',
    member_group_id: memberGroup.member_group_id,
    advertiser_id: advertiser.advertiser_id,
    experience_id: experienceId ?? null,
    campaign_template_id: template?.campaign_template_id ?? null,
    currency_code: constraints.currency_code,
    flow,
    step,
    steps,
    reached: step,
    entity_count: 0,
    version: 0,
    tab: null,
    submitted_campaign_id: null,
    changed_at: new Date(0).toISOString(),
    changed_by: { user_id: null, name: '' },
    data: { ...initialDraftData(constraints.today, startOf(template)), ...startOf(template) },
    ad_group_drafts: [],
    held_version: 1,
  }
}

/** Values that a template fills in. */
function startOf(template: CampaignTemplate | undefined): CampaignDraft['data'] {
  if (!template) return {}
  const { currency_code: _, ...defaults } = template.defaults
  return defaults
}
