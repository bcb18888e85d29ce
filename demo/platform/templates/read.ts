import type { Selectable } from 'kysely'
import type { CampaignTemplate } from '../../../src/contract/templates/templates.ts'
import type { WithKysely } from '../database/database.ts'
import { notFound } from '../context/refusal.ts'
import type { Tables } from '../tables/index.ts'

const columns = [
  'campaign_template_id',
  'member_group_id',
  'experience_id',
  'name',
  'description',
  'is_active',
  'flow',
  'steps',
  'defaults',
  'created_at',
  'changed_at',
  'version',
] as const
const toTemplate = (row: Pick<Selectable<Tables['campaign_templates']>, (typeof columns)[number]>): CampaignTemplate => ({
  ...row,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
})

/** The templates of a client. */
export const templatesFrom = ({ kysely }: WithKysely, memberGroupId: number) =>
  kysely.selectFrom('campaign_templates').where('member_group_id', '=', memberGroupId).where('deleted_at', 'is', null)

/** The templates in the client’s order, new ones first, then by name. */
export async function readTemplates(from: ReturnType<typeof templatesFrom>): Promise<CampaignTemplate[]> {
  const rows = await from.select(columns).orderBy('position').orderBy('name').orderBy('campaign_template_id').execute()
  return rows.map(toTemplate)
}

export async function templateOf(database: WithKysely, memberGroupId: number, templateId: number): Promise<CampaignTemplate> {
  const [template] = await readTemplates(templatesFrom(database, memberGroupId).where('campaign_template_id', '=', templateId))
  if (!template) throw notFound('Template')
  return template
}
