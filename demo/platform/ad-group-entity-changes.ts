import { sql } from 'kysely'
import type { Piece } from './report-conditions.ts'

const columns = sql`member_group_id, batch, ad_group_id, entity_id, was_in, was_bid, is_in, is_bid`

/** Keeps entities that some rows name with what they were and what they are, for whoever takes it back. */
export const keeping = (memberGroupId: number, batch: string, rows: Piece) => sql`
  insert into ad_group_entity_changes (${columns})
  select ${memberGroupId}::int, ${batch}::text, kept.ad_group_id, kept.entity_id, kept.was_in, kept.was_bid, kept.is_in, kept.is_bid from (${rows}) as kept`
