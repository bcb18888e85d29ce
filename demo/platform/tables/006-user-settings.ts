import { type Kysely, type Migration, sql } from 'kysely'
import type { At, Json } from './columns.ts'

export interface UserSettingTables {
  user_settings: { user_id: number; name: string; value: Json<unknown>; changed_at: At }
}

export const userSettings: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql
      .raw(
        `create table user_settings (user_id int not null references users, name text not null, value jsonb not null, changed_at timestamptz not null, primary key (user_id, name))`,
      )
      .execute(db)
  },
}
