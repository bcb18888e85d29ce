import { type Kysely, type Migration, sql } from 'kysely'

export interface EntityChangeTables {
  /** What became of entities in ad groups, one by one, so that it can be taken back; the history has how many there were. */
  ad_group_entity_changes: {
    member_group_id: number
    batch: string
    ad_group_id: number
    entity_id: number
    was_in: boolean
    /** Nothing where it had that of its ad group. */
    was_bid: number | null
    is_in: boolean
    is_bid: number | null
  }
}

const statements = [
  `create table ad_group_entity_changes (member_group_id int not null references member_groups, batch text not null, ad_group_id int not null, entity_id int not null, was_in boolean not null, was_bid bigint, is_in boolean not null, is_bid bigint, primary key (member_group_id, batch, ad_group_id, entity_id))`,
]

/** Keeps which entities a change was about. */
export const entityChanges: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
