import { type Kysely, type Migration, sql } from 'kysely'
import type { GeneratedColumn } from './columns.ts'

/** Column that this migration adds to clients. */
export interface ClientTypeColumns {
  member_group_type_id: GeneratedColumn<number | null>
}

/** Clients have a type, such as publisher or retailer. */
export const typesOfClients: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table member_groups add column member_group_type_id int references member_group_types`.execute(db)
  },
}
