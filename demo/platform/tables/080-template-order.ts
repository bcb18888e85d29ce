import { type Kysely, type Migration, sql } from 'kysely'

/** Column that this migration adds to templates. */
export interface TemplateOrderColumns {
  /** The place in which the builder offers it; 0 before the client has ordered its templates. */
  position: number
}

/** Clients order their templates. */
export const templateOrder: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table campaign_templates add column position int not null default 0`.execute(db)
  },
}
