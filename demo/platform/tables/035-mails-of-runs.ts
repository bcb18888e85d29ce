import { type Kysely, type Migration, sql } from 'kysely'

/** A mail knows the run of a schedule that it belongs to, so that the run says whom it did not reach; either may be swept without the other, so neither refers to the other. */
export const mailsOfRuns: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table mails add column saved_report_id int, add column report_run_at timestamptz`.execute(db)
  },
}
