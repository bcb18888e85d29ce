import type { Context } from '../context/context.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { conflict } from '../context/refusal.ts'
import { tenant } from '../sql/tenant.ts'
import { templatesFrom } from './read.ts'

/** How many campaigns and open drafts have each template; templates without any are left out. */
export async function usesOfTemplates(context: Context) {
  const { kysely } = context.database
  const memberGroupId = tenant(context)
  const campaigns = await kysely
    .selectFrom('campaigns')
    .select(({ fn, ref }) => [ref('campaign_template_id').$notNull().as('id'), fn.countAll<number>().as('count')])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_template_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy('campaign_template_id')
    .execute()
  const drafts = await kysely
    .selectFrom('campaign_drafts')
    .select(({ fn, ref }) => [ref('campaign_template_id').$notNull().as('id'), fn.countAll<number>().as('count')])
    .where('member_group_id', '=', memberGroupId)
    .where('campaign_template_id', 'is not', null)
    .where('submitted_at', 'is', null)
    .groupBy('campaign_template_id')
    .execute()
  const countIn = (rows: typeof campaigns, id: number) => rows.find((row) => row.id === id)?.count ?? 0
  const ids = [...new Set([...campaigns, ...drafts].map(({ id }) => id))].toSorted((one, other) => one - other)
  return ids.map((id) => ({ campaign_template_id: id, campaigns: countIn(campaigns, id), drafts: countIn(drafts, id) }))
}

/** Writes the order of the active templates. The request names all of them, so that one that was added meanwhile is not lost. */
export async function orderTemplates(context: Context, ids: readonly number[]): Promise<void> {
  const { kysely } = context.database
  const memberGroupId = tenant(context)
  requireWholeClient(context, memberGroupId)
  const active = await templatesFrom({ kysely }, memberGroupId)
    .select('campaign_template_id')
    .where('is_active', '=', true)
    .orderBy('campaign_template_id')
    .forUpdate()
    .execute()
  const sent = ids.toSorted((one, other) => one - other)
  const isComplete =
    sent.length === active.length && active.every(({ campaign_template_id }, index) => campaign_template_id === sent[index])
  if (!isComplete) throw conflict('Templates', 'The active templates have changed; load them again')
  for (const [position, id] of ids.entries())
    await kysely
      .updateTable('campaign_templates')
      .set({ position: position + 1 })
      .where('member_group_id', '=', memberGroupId)
      .where('campaign_template_id', '=', id)
      .execute()
}
