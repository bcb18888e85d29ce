import { type Kysely, type Migration, sql } from 'kysely'

export interface ActionPageColumns {
  /** Whether the payer can open a page for a second step of the bank. */
  has_action_page: boolean
}

const statements = [
  `alter table payments add column has_action_page boolean not null default false`,
  `update payments set has_action_page = true where action_secret is not null`,
  `alter table payments alter column has_action_page drop default, drop column action_secret`,
  // A random UUID has 122 random bits.
  `insert into secrets (name, value) values ('payment-pages', to_jsonb(gen_random_uuid()::text || gen_random_uuid()::text))`,
]

/** The secrets of pages for a second step are derived from a key instead of stored. */
export const paymentPages: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
