import type { RuleResult } from '../../../src/contract/reply.ts'
import type {
  CampaignTemplate,
  CampaignTemplateChange,
  NewCampaignTemplate,
  TemplateDefaults,
  TemplateStep,
} from '../../../src/contract/templates/templates.ts'
import { flowSteps, checkTemplateSteps } from '../../../src/contract/templates/templates.rules.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import { conflict, refuseField, staleVersion } from '../context/refusal.ts'
import { requireValidTargeting } from '../targeting/check.ts'
import { templateOf, templatesFrom } from './read.ts'
import { lower } from '../sql/pieces.ts'
import { softDelete, updateVersioned } from '../sql/versioned.ts'

const sentences: Readonly<Record<string, string>> = {
  step_twice: 'Each step can appear only once',
  step_unknown: 'This builder flow has no such step',
  permanent_freed: 'This step is permanent',
  permanent_removed: 'Permanent steps can’t be removed',
  permanent_moved: 'Permanent steps can’t be moved',
}

function checkSteps(flow: CampaignTemplate['flow'], steps: readonly TemplateStep[], before?: readonly TemplateStep[]) {
  const answer: RuleResult = checkTemplateSteps(flow, steps, before)
  if (answer !== true) throw refuseField('steps', `${sentences[answer.code]}: ${answer.step}`)
}

async function checkName({ database: { kysely } }: Context, memberGroupId: number, name: string, besides = 0) {
  const found = await templatesFrom({ kysely }, memberGroupId)
    .select('campaign_template_id')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', lower(name)))
    .where('campaign_template_id', '!=', besides)
    .executeTakeFirst()
  if (found) throw conflict('Template', 'This name is already used; choose another name')
}

/** Amounts need a currency, which must be one of the client's. */
async function checkCurrency({ database: { kysely } }: Context, memberGroupId: number, defaults: TemplateDefaults) {
  const { budget, base_bid, currency_code } = defaults
  if (currency_code === undefined) {
    if (budget === undefined && base_bid === undefined) return
    throw refuseField('defaults.currency_code', 'Choose the currency of budget and bid')
  }
  const found = await kysely
    .selectFrom('member_groups')
    .select('member_group_id')
    .where('member_group_id', '=', memberGroupId)
    .where('default_currency_code', '=', currency_code)
    .unionAll((eb) =>
      eb
        .selectFrom('member_group_currencies as own')
        .innerJoin('currencies as c', 'c.currency_id', 'own.currency_id')
        .select('own.member_group_id')
        .where('own.member_group_id', '=', memberGroupId)
        .where('c.currency_code', '=', currency_code),
    )
    .executeTakeFirst()
  if (!found) throw refuseField('defaults.currency_code', 'Choose a currency of this client')
}

async function checkExperience({ database: { kysely } }: Context, memberGroupId: number, experienceId: number | null) {
  if (experienceId === null) return
  const found = await kysely
    .selectFrom('experiences')
    .select('experience_id')
    .where('member_group_id', '=', memberGroupId)
    .where('experience_id', '=', experienceId)
    .executeTakeFirst()
  if (!found) throw refuseField('experience_id', 'Choose an experience of this client')
}

async function checkDefaults(
  context: Context,
  memberGroupId: number,
  experienceId: number | null,
  defaults: TemplateDefaults,
  before?: TemplateDefaults,
) {
  await checkCurrency(context, memberGroupId, defaults)
  if (!defaults.targeting) return
  const place = { memberGroupId, experienceId: experienceId ?? undefined }
  await requireValidTargeting(context.database, place, defaults.targeting, { before: before?.targeting, path: 'defaults.targeting' })
}

/** Creates a template. Without steps it gets the default steps of its flow. */
export async function createTemplate(context: Context, member_group_id: number, asked: NewCampaignTemplate): Promise<CampaignTemplate> {
  const { database, caller, now } = context
  requireWholeClient(caller, member_group_id)
  const { flow, description = '', is_active = true, experience_id = null, steps = flowSteps[flow], defaults = {} } = asked
  checkSteps(flow, steps)
  await checkExperience(context, member_group_id, experience_id)
  await checkDefaults(context, member_group_id, experience_id, defaults)
  await checkName(context, member_group_id, asked.name.trim())
  const texts = { name: asked.name.trim(), description, steps: JSON.stringify(steps), defaults: JSON.stringify(defaults) }
  const moments = { created_at: now(), changed_at: now(), created_by: caller.person?.user_id ?? null }
  const { campaign_template_id } = await database.kysely
    .insertInto('campaign_templates')
    .values({ member_group_id, experience_id, is_active, flow, ...texts, ...moments })
    .returning('campaign_template_id')
    .executeTakeFirstOrThrow()
  return templateOf(database, member_group_id, campaign_template_id)
}

/** Validates a change together with the values that stay. */
async function checkChange(context: Context, now: CampaignTemplate, { name, steps, experience_id, defaults }: CampaignTemplateChange) {
  const { member_group_id: client, campaign_template_id: id } = now
  if (steps) checkSteps(now.flow, steps, now.steps)
  if (experience_id !== undefined) await checkExperience(context, client, experience_id)
  const experience = experience_id === undefined ? now.experience_id : experience_id
  if (defaults || experience !== now.experience_id) await checkDefaults(context, client, experience, defaults ?? now.defaults, now.defaults)
  if (name !== undefined) await checkName(context, client, name.trim(), id)
}

/** Changes a template. Omitted fields keep their value. */
export async function writeTemplate(context: Context, memberGroupId: number, templateId: number, change: CampaignTemplateChange) {
  const { database, caller, now, version = 0 } = context
  requireWholeClient(caller, memberGroupId)
  const before = await templateOf(database, memberGroupId, templateId)
  if (before.version !== version) throw staleVersion('Template')
  await checkChange(context, before, change)
  const { name, description, is_active, experience_id, steps, defaults } = change
  await updateVersioned(context, 'campaign_templates', {
    key: { member_group_id: memberGroupId, campaign_template_id: templateId },
    change: {
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description }),
      ...(is_active !== undefined && { is_active }),
      ...(experience_id !== undefined && { experience_id }),
      ...(steps !== undefined && { steps: JSON.stringify(steps) }),
      ...(defaults !== undefined && { defaults: JSON.stringify(defaults) }),
      changed_at: now(),
    },
    subject: 'Template',
  })
  return templateOf(database, memberGroupId, templateId)
}

/** Soft-deletes a template. Campaigns created from it stay. */
export async function removeTemplate(context: Context, memberGroupId: number, templateId: number) {
  const { database, caller } = context
  requireWholeClient(caller, memberGroupId)
  const { campaign_template_id } = await templateOf(database, memberGroupId, templateId)
  await softDelete(context, 'campaign_templates', {
    key: { member_group_id: memberGroupId, campaign_template_id },
    change: { is_active: false },
    subject: 'Template',
  })
}
