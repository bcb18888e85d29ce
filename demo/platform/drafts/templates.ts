import type { StepKey, TemplateFlow } from '../../../src/contract/templates/templates.rules.ts'
import type { TemplateDefaults } from '../../../src/contract/templates/templates.ts'
import type { CampaignDraftData } from '../../../src/contract/drafts/drafts.data.ts'
import type { Database } from '../database/database.ts'

/** The fields of a template that drafts use. */
export interface DraftTemplate {
  readonly experience_id: number | null
  readonly is_active: boolean
  readonly flow: TemplateFlow
  readonly steps: readonly StepKey[]
  readonly defaults: TemplateDefaults
}

/** The template of a draft; undefined if it has none or if the template was deleted. */
export async function templateFor(
  { kysely }: Pick<Database, 'kysely'>,
  memberGroupId: number,
  templateId: number | null,
): Promise<DraftTemplate | undefined> {
  if (templateId === null) return undefined
  const row = await kysely
    .selectFrom('campaign_templates')
    .select(['experience_id', 'is_active', 'flow', 'steps', 'defaults'])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_template_id', '=', templateId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, steps: row.steps.map(({ step }) => step) }
}

/** Values that the template fills in. Amounts in another currency than the advertiser's are left out. */
export function templateValues({ defaults }: DraftTemplate, currencyCode: string): CampaignDraftData {
  const { currency_code, budget, base_bid, ...otherDefaults } = defaults
  const isSameCurrency = currency_code === undefined || currency_code === currencyCode
  return {
    ...otherDefaults,
    ...(isSameCurrency && budget !== undefined && { budget }),
    ...(isSameCurrency && base_bid !== undefined && { base_bid }),
  }
}
