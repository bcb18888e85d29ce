import { type Kysely, type Migration, sql } from 'kysely'

/** The recipient of a mail job: an email or a user id. */
export const mailJobRecipient = "coalesce(payload->>'email', payload->>'user_id')"
/** Mail jobs that a person requested. Queries must use this exact text for PostgreSQL to use the index. */
export const requestedMailJobs = "kind in ('invitation', 'password-reset', 'sign-up')"

const statements = [
  `create index jobs_by_recipient on jobs ((${mailJobRecipient}), run_at) where ${requestedMailJobs}`,
  `alter table asset_grants add column partner_client_id text`,
  `create index asset_grants_by_token on asset_grants (token_hash)`,
]

/** Indexes for the lookups of open endpoints and for partner tokens. */
export const foundByIndex: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
