import type { RuleResult } from '../../../src/contract/reply.ts'
import type {
  CampaignTemplate,
  CampaignTemplateChange,
  NewCampaignTemplate,
  TemplateDefaults,
  TemplateStep,
} from '../../../src/contract/templates/templates.ts'
import { flowSteps, templateStepsRule } from '../../../src/contract/templates/templates.rules.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { pacingsOf } from '../campaigns/read.ts'
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

function requireValidSteps(flow: CampaignTemplate['flow'], steps: readonly TemplateStep[], before?: readonly TemplateStep[]) {
  const result: RuleResult = templateStepsRule(flow, steps, before)
  if (result !== true) throw refuseField('steps', `${sentences[result.code]}: ${result.step}`)
}

async function requireFreeName({ database: { kysely } }: Context, memberGroupId: number, name: string, exceptId = 0) {
  const existing = await templatesFrom({ kysely }, memberGroupId)
    .select('campaign_template_id')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', lower(name)))
    .where('campaign_template_id', '!=', exceptId)
    .executeTakeFirst()
  if (existing) throw conflict('Template', 'This name is already used; choose another name')
}

/** Amounts need a currency, which must be one of the client's. */
async function requireCurrency({ database: { kysely } }: Context, memberGroupId: number, defaults: TemplateDefaults) {
  const { budget, base_bid, currency_code } = defaults
  if (currency_code === undefined) {
    if (budget === undefined && base_bid === undefined) return
    throw refuseField('defaults.currency_code', 'Choose the currency of budget and bid')
  }
  const existing = await kysely
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
  if (!existing) throw refuseField('defaults.currency_code', 'Choose a currency of this client')
}

/** A pacing option that was removed may stay in a template that has it. */
async function requirePacing({ database }: Context, memberGroupId: number, pacing: string | undefined, before: string | undefined) {
  if (pacing === undefined || pacing === before) return
  if (!(await pacingsOf(database, memberGroupId)).includes(pacing))
    throw refuseField('defaults.pacing', 'Choose a pacing option of this client')
}

async function requireExperience({ database: { kysely } }: Context, memberGroupId: number, experienceId: number | null) {
  if (experienceId === null) return
  const existing = await kysely
    .selectFrom('experiences')
    .select('experience_id')
    .where('member_group_id', '=', memberGroupId)
    .where('experience_id', '=', experienceId)
    .executeTakeFirst()
  if (!existing) throw refuseField('experience_id', 'Choose an experience of this client')
}

async function requireValidDefaults(
  context: Context,
  memberGroupId: number,
  experienceId: number | null,
  defaults: TemplateDefaults,
  before?: TemplateDefaults,
) {
  await requireCurrency(context, memberGroupId, defaults)
  await requirePacing(context, memberGroupId, defaults.pacing, before?.pacing)
  if (!defaults.targeting) return
  const targetingScope = { memberGroupId, experienceId: experienceId ?? undefined }
  await requireValidTargeting(context.database, targetingScope, defaults.targeting, {
    before: before?.targeting,
    path: 'defaults.targeting',
  })
}

/** Creates a template. Without steps it gets the default steps of its flow. */
export async function createTemplate(
  context: Context,
  member_group_id: number,
  newTemplate: NewCampaignTemplate,
): Promise<CampaignTemplate> {
  const { database, now } = context
  requireWholeClient(context, member_group_id)
  const { flow, description = '', is_active = true, experience_id = null, steps = flowSteps[flow], defaults = {} } = newTemplate
  requireValidSteps(flow, steps)
  await requireExperience(context, member_group_id, experience_id)
  await requireValidDefaults(context, member_group_id, experience_id, defaults)
  await requireFreeName(context, member_group_id, newTemplate.name.trim())
  const texts = { name: newTemplate.name.trim(), description, steps: JSON.stringify(steps), defaults: JSON.stringify(defaults) }
  const moments = { created_at: now(), changed_at: now(), created_by: context.caller.person?.user_id ?? null }
  const { campaign_template_id } = await database.kysely
    .insertInto('campaign_templates')
    .values({ member_group_id, experience_id, is_active, flow, ...texts, ...moments })
    .returning('campaign_template_id')
    .executeTakeFirstOrThrow()
  return templateOf(database, member_group_id, campaign_template_id)
}

/** Validates a change together with the values that stay. */
async function requireValidChange(
  context: Context,
  current: CampaignTemplate,
  { name, steps, experience_id, defaults }: CampaignTemplateChange,
) {
  const { member_group_id: client, campaign_template_id: id } = current
  if (steps) requireValidSteps(current.flow, steps, current.steps)
  if (experience_id !== undefined) await requireExperience(context, client, experience_id)
  const experience = experience_id === undefined ? current.experience_id : experience_id
  if (defaults || experience !== current.experience_id)
    await requireValidDefaults(context, client, experience, defaults ?? current.defaults, current.defaults)
  if (name !== undefined) await requireFreeName(context, client, name.trim(), id)
}

/** Changes a template. Omitted fields keep their value. */
export async function writeTemplate(context: Context, memberGroupId: number, templateId: number, change: CampaignTemplateChange) {
  const { database, now, version = 0 } = context
  requireWholeClient(context, memberGroupId)
  const before = await templateOf(database, memberGroupId, templateId)
  if (before.version !== version) throw staleVersion('Template')
  await requireValidChange(context, before, change)
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
  const { database } = context
  requireWholeClient(context, memberGroupId)
  const { campaign_template_id } = await templateOf(database, memberGroupId, templateId)
  await softDelete(context, 'campaign_templates', {
    key: { member_group_id: memberGroupId, campaign_template_id },
    change: { is_active: false },
    subject: 'Template',
  })
}
