import { sql } from 'kysely'
import type { Context } from '../context/context.ts'

/** Whether a client looks at campaigns before they serve. */
export async function reviewsCampaigns({ database: { kysely } }: Pick<Context, 'database'>, memberGroupId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select m.reviews_campaigns as is from member_groups m where m.member_group_id = ${memberGroupId}`.execute(kysely)
  return rows[0]?.is ?? false
}
