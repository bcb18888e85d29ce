import { randomUUID } from 'node:crypto'
import type { CampaignDraft, CampaignDraftChange, NewCampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import { initialDraftData } from '../../../src/contract/drafts/drafts.rules.ts'
import { stepsOf } from '../../../src/contract/drafts/steps.rules.ts'
import type { StepKey } from '../../../src/contract/templates/templates.rules.ts'
import { draftConstraintsOf, requireOfferedExperience } from './constraints.ts'
import { type DraftPath, draftOf, lockDraft } from './read.ts'
import { type DraftTemplate, templateValues, templateFor } from './templates.ts'
import type { Context } from '../context/context.ts'
import { experienceOf } from '../clients/experiences.ts'
import { conflict, notFound, refuseField, Refused } from '../context/refusal.ts'

/** Limit of unsubmitted drafts for one advertiser. */
const maxDrafts = 500

/** The user or partner who writes, with the name that other users see. */
export function writerOf({ caller: { person, name } }: Context) {
  return { changed_by: person?.user_id ?? null, changed_name: person?.user_name ?? name.replace(/^partner /, '') }
}

/** Error for a save that is based on an older version. */
export const draftChanged = ({ changed_by, changed_at }: CampaignDraft) =>
  new Refused('stale', {
    subject: 'Campaign draft',
    rule: `${changed_by.name} changed this draft at ${changed_at}; reload it before you save`,
  })

/** Error for a submit after the draft's ad groups or entities have changed. */
export const draftEntitiesChanged = ({ changed_by, changed_at }: CampaignDraft) =>
  new Refused('stale', {
    subject: 'Campaign draft',
    rule: `${changed_by.name} changed its ad groups or entities at ${changed_at}; reload, check and submit it again`,
  })

/** Error for a delete after the draft has changed. */
const changedBeforeDelete = ({ changed_by, changed_at }: CampaignDraft) =>
  new Refused('stale', {
    subject: 'Campaign draft',
    rule: `${changed_by.name} changed this draft at ${changed_at}; reload it before you delete it`,
  })

export const alreadySubmitted = (campaignId: number) =>
  conflict(
    'Campaign draft',
    `This draft was submitted as campaign ${campaignId} and can’t change; open the campaign, or copy it into a new draft`,
  )

/** Locks a draft that is not submitted yet. */
export async function lockOpenDraft(context: Context, path: DraftPath): Promise<CampaignDraft> {
  await lockDraft(context.database, path)
  const draft = await draftOf(context.database, path)
  if (draft.submitted_campaign_id !== null) throw alreadySubmitted(draft.submitted_campaign_id)
  return draft
}

/** Records a change of the draft's ad groups or entities; its own version stays the same. */
export const touchDraft = (context: Context, { member_group_id, campaign_draft_uuid }: CampaignDraft) =>
  context.database.kysely
    .updateTable('campaign_drafts')
    .set(({ eb }) => ({ changed_at: context.now(), held_version: eb('held_version', '+', 1), ...writerOf(context) }))
    .where('member_group_id', '=', member_group_id)
    .where('campaign_draft_uuid', '=', campaign_draft_uuid)
    .execute()

interface NewDraftOwner {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly experience_id: number | null
}

/** Loads a template. It must be active, and match the draft's flow and experience. */
async function offeredTemplate(
  { database }: Context,
  { member_group_id, experience_id }: NewDraftOwner,
  id: number | null,
  flow: CampaignDraft['flow'],
) {
  if (id === null) return undefined
  const template = await templateFor(database, member_group_id, id)
  const isOffered = template?.is_active && (template.experience_id === null || template.experience_id === experience_id)
  if (!template || !isOffered) throw refuseField('campaign_template_id', 'Choose an available template')
  if (template.flow !== flow) throw refuseField('campaign_template_id', `Choose a template for the flow ${flow}`)
  return template
}

async function requireRoomForDraft({ database: { kysely } }: Context, { member_group_id, advertiser_id }: NewDraftOwner) {
  const { count } = await kysely
    .selectFrom('campaign_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('submitted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxDrafts)
    throw conflict('Campaign draft', `An advertiser can have at most ${maxDrafts} drafts; submit or delete some first`)
}

export interface DraftStart extends NewDraftOwner {
  readonly campaign_template_id: number | null
  readonly flow: CampaignDraft['flow']
  readonly data: CampaignDraftData
  readonly steps: readonly StepKey[]
  /** Default: the first step. */
  readonly reached?: StepKey | undefined
  readonly tab: string | null
}

/** Inserts a new draft on its first step. */
export async function insertDraft(context: Context, { data, steps, reached, ...start }: DraftStart): Promise<DraftPath> {
  await requireRoomForDraft(context, start)
  const campaign_draft_uuid = randomUUID()
  const step = steps[0] ?? 'step-review'
  const when = { created_at: context.now(), changed_at: context.now() }
  await context.database.kysely
    .insertInto('campaign_drafts')
    .values({ ...start, campaign_draft_uuid, step, reached: reached ?? step, data: JSON.stringify(data), ...when, ...writerOf(context) })
    .execute()
  return { memberGroupId: start.member_group_id, advertiserId: start.advertiser_id, campaignDraftUuid: campaign_draft_uuid }
}

/** Creates a draft. Request values override the template's, which override the defaults. */
export async function createDraft(context: Context, ids: Omit<DraftPath, 'campaignDraftUuid'>, request: NewCampaignDraft) {
  const { flow, experience_id = null, campaign_template_id = null, data = {}, tab = null } = request
  if (experience_id !== null) await experienceOf(context.database, ids.memberGroupId, experience_id)
  const draftOwner = { member_group_id: ids.memberGroupId, advertiser_id: ids.advertiserId, experience_id }
  const template = await offeredTemplate(context, draftOwner, campaign_template_id, flow)
  const constraints = await draftConstraintsOf(context, draftOwner)
  requireOfferedExperience(constraints, experience_id)
  const { today, currency_code, assets, channels } = constraints
  const channel = channels.length === 1 ? { channel: channels[0] } : {}
  const values = { ...(template && templateValues(template, currency_code)), ...data }
  const initialData = { ...initialDraftData(today, values), ...channel, ...values }
  const steps = stepsOf(flow, { hasAssets: assets.length > 0, templateSteps: template?.steps })
  return insertDraft(context, { ...draftOwner, campaign_template_id, flow, data: initialData, steps, tab })
}

/** Values of a new template, only for fields that are empty or still have the default or the old template's value. */
function newTemplateValues(
  draft: CampaignDraft,
  today: string,
  oldTemplate: DraftTemplate | undefined,
  newTemplate: DraftTemplate | undefined,
): CampaignDraftData {
  if (!newTemplate) return {}
  const filled = oldTemplate && templateValues(oldTemplate, draft.currency_code)
  const initialValues: CampaignDraftData = { ...initialDraftData(today, filled), ...filled }
  const isTyped = (field: string) => {
    const [current, initial] = [draft.data, initialValues].map((data) => JSON.stringify(data[field as keyof CampaignDraftData] ?? '')) // same keys
    return current !== initial && current !== '""'
  }
  return Object.fromEntries(Object.entries(templateValues(newTemplate, draft.currency_code)).filter(([field]) => !isTyped(field)))
}

const laterStep = (steps: readonly StepKey[], step: StepKey, otherStep: StepKey) =>
  steps.indexOf(step) > steps.indexOf(otherStep) ? step : otherStep

/** The steps and the template values of a draft whose template changes. */
async function changeTemplate(context: Context, draft: CampaignDraft, id: number | null) {
  const template = await offeredTemplate(context, draft, id, draft.flow)
  const oldTemplate = await templateFor(context.database, draft.member_group_id, draft.campaign_template_id)
  const { today, assets } = await draftConstraintsOf(context, draft)
  const steps = stepsOf(draft.flow, { hasAssets: assets.length > 0, templateSteps: template?.steps })
  return { steps, filled: newTemplateValues(draft, today, oldTemplate, template) }
}

/** Saves fields of a draft. Throws a `stale` refusal if the caller has an older version. */
export async function writeDraft(context: Context, path: DraftPath, change: CampaignDraftChange) {
  const { data = {}, campaign_template_id = null, tab = null } = change
  const draft = await lockOpenDraft(context, path)
  if (draft.version !== context.version) throw draftChanged(draft)
  const changesTemplate = change.campaign_template_id !== undefined && campaign_template_id !== draft.campaign_template_id
  const { steps, filled } = changesTemplate
    ? await changeTemplate(context, draft, campaign_template_id)
    : { steps: draft.steps, filled: {} }
  const step = change.step ?? (steps.includes(draft.step) ? draft.step : (steps[0] ?? draft.step))
  if (!steps.includes(step)) throw refuseField('step', `Expected one of ${steps.join(', ')}`)
  await context.database.kysely
    .updateTable('campaign_drafts')
    .set({
      data: JSON.stringify({ ...draft.data, ...filled, ...data }),
      step,
      reached: laterStep(steps, draft.reached, step),
      tab,
      version: draft.version + 1,
      changed_at: context.now(),
      ...writerOf(context),
      ...(changesTemplate && { campaign_template_id }),
    })
    .where('member_group_id', '=', path.memberGroupId)
    .where('campaign_draft_uuid', '=', path.campaignDraftUuid)
    .execute()
}

/** Deletes a draft that is not submitted. */
export async function deleteDraft(
  context: Context,
  path: DraftPath,
  expected: { readonly version?: number; readonly held_version?: number },
) {
  const current = await lockOpenDraft(context, path)
  const differs = (name: 'version' | 'held_version') => expected[name] !== undefined && expected[name] !== current[name]
  if (differs('version') || differs('held_version')) throw changedBeforeDelete(current)
  const { numDeletedRows } = await context.database.kysely
    .deleteFrom('campaign_drafts')
    .where('member_group_id', '=', path.memberGroupId)
    .where('campaign_draft_uuid', '=', path.campaignDraftUuid)
    .executeTakeFirst()
  if (Number(numDeletedRows) === 0) throw notFound('Campaign draft')
}
