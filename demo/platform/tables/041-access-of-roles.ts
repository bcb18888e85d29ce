import { type Kysely, type Migration, sql } from 'kysely'
import type { GeneratedColumn } from './columns.ts'

/** Column that this migration adds to the access lists of users. */
export interface RoleAccessColumns {
  /** The role that the entry is limited to; null means all roles of the user. */
  role_id: GeneratedColumn<number | null>
}

const statements = [
  `alter table user_access add column role_id int`,
  `alter table user_access drop constraint user_access_pkey`,
  `create unique index user_access_by_user on user_access (user_id, kind, thing_id, coalesce(role_id, 0))`,
  // With the role the user loses what it gave access to.
  `alter table user_access add foreign key (user_id, role_id) references user_roles on delete cascade`,
]

/** Entries of access lists can be limited to one role. Existing entries stay valid for all roles. */
export const accessOfRoles: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
