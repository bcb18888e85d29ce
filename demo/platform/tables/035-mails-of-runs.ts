import { type Kysely, type Migration, sql } from 'kysely'

/** A failed mail is recorded at its schedule's run. No foreign key, because mails and runs are deleted independently. */
export const mailsOfRuns: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table mails add column saved_report_id int, add column report_run_at timestamptz`.execute(db)
  },
}
