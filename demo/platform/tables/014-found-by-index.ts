import { type Kysely, type Migration, sql } from 'kysely'

/** Whom a job mails: an address or the number of a user. */
export const mailedTo = "coalesce(payload->>'email', payload->>'user_id')"
/** Which jobs mail somebody because somebody asked, word for word as in the index: a statement that says it otherwise does without. */
export const mailsAsked = "kind in ('invitation', 'password-reset', 'sign-up')"

const statements = [
  `create index jobs_by_recipient on jobs ((${mailedTo}), run_at) where ${mailsAsked}`,
  `alter table asset_grants add column partner_client_id text`,
  `create index asset_grants_by_token on asset_grants (token_hash)`,
]

/** What open calls look for, and on whom the tokens of partners stand. */
export const foundByIndex: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
