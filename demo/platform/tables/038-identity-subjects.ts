import { type Kysely, type Migration, sql } from 'kysely'
import type { At } from './columns.ts'

export interface IdentitySubjectTables {
  /** Users of an external issuer, by the subject of its tokens. Some issuers give each audience its own subjects. */
  identity_subjects: { issuer: string; audience: string; subject: string; user_id: number; bound_at: At }
}

const table = `create table identity_subjects (
  issuer text not null,
  audience text not null,
  subject text not null,
  user_id int not null references users on delete cascade,
  bound_at timestamptz not null,
  primary key (issuer, audience, subject),
  unique (issuer, audience, user_id)
)`

export const identitySubjects: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw(table).execute(db)
    await sql.raw('create index identity_subjects_by_user on identity_subjects (user_id)').execute(db)
  },
}
