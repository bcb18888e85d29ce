import { type Kysely, type Migration, sql } from 'kysely'

export interface PacingTables {
  /** Pacing options that a client has in addition to the built-in ones. The curve is the weights of equal parts of a budget's period. */
  pacings: { member_group_id: number; name: string; curve: number[] }
}

const table = `create table pacings (
  member_group_id int not null references member_groups,
  name text not null check (length(name) between 1 and 40 and name not in ('ASAP', 'Evenly')),
  curve int[] not null check (cardinality(curve) between 1 and 31 and 0 < all (curve) and 1000 >= all (curve)),
  primary key (member_group_id, name)
)`

/** Clients have pacing options of their own. */
export const pacings: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw(table).execute(db)
  },
}
