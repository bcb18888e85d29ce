import { type Kysely, type Migration, sql } from 'kysely'
import type { GeneratedColumn } from './columns.ts'

/** Columns that this migration adds to the sessions of the payment page. */
export interface SessionLanguageColumns {
  /** The locale of the texts and numbers of the page. */
  locale: GeneratedColumn<string>
}

/** The payment page speaks the language of its user. */
export const languagesOfSessions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql.raw(`alter table payment_sessions add column locale text not null default 'en-US'`).execute(db)
  },
}
