import { type RawBuilder, sql } from 'kysely'
import type { CampaignTemplate } from '../../../src/contract/templates/templates.ts'
import type { Database } from '../database/open.ts'
import { notFound } from '../context/refusal.ts'

type Reads = Pick<Database, 'kysely'>
type Row = Omit<CampaignTemplate, 'created_at' | 'changed_at'> & { readonly created_at: Date; readonly changed_at: Date }

const columns = sql`t.campaign_template_id, t.member_group_id, t.experience_id, t.name, t.description, t.is_active, t.flow, t.steps, t.defaults,
  t.created_at, t.changed_at, t.version`
const toTemplate = (row: Row): CampaignTemplate => ({
  ...row,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
})

/** Templates of a client that match the condition, by name. */
export async function templatesOf({ kysely }: Reads, memberGroupId: number, fits: RawBuilder<unknown>): Promise<CampaignTemplate[]> {
  const { rows } = await sql<Row>`select ${columns} from campaign_templates t
    where t.member_group_id = ${memberGroupId} and t.deleted_at is null and ${fits} order by t.name, t.campaign_template_id`.execute(kysely)
  return rows.map(toTemplate)
}

export async function templateOf(database: Reads, memberGroupId: number, templateId: number): Promise<CampaignTemplate> {
  const [found] = await templatesOf(database, memberGroupId, sql`t.campaign_template_id = ${templateId}`)
  if (!found) throw notFound('Template')
  return found
}
