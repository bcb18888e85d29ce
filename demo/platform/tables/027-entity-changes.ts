import { type Kysely, type Migration, sql } from 'kysely'

export interface EntityChangeTables {
  /** Changes of single entities in ad groups, for undo. The change history has only their number. */
  ad_group_entity_changes: {
    member_group_id: number
    batch: string
    ad_group_id: number
    entity_id: number
    was_in: boolean
    /** Null if the entity used the ad group's bid. */
    was_bid: number | null
    is_in: boolean
    is_bid: number | null
  }
}

const statements = [
  `create table ad_group_entity_changes (member_group_id int not null references member_groups, batch text not null, ad_group_id int not null, entity_id int not null, was_in boolean not null, was_bid bigint, is_in boolean not null, is_bid bigint, primary key (member_group_id, batch, ad_group_id, entity_id))`,
]

export const entityChanges: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
