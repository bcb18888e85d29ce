import { type Kysely, type Migration, sql } from 'kysely'
import type { GeneratedColumn } from './columns.ts'

/** Column that this migration adds to assets. */
export interface AssetProjectColumns {
  /** The project of the creative library that the asset belongs to. A share of a project opens only its assets. */
  project_id: GeneratedColumn<string | null>
}

const statements = [
  `alter table assets add column project_id text`,
  `create index assets_by_project on assets (member_group_id, project_id) where project_id is not null`,
]

/** Assets belong to projects. */
export const projectsOfAssets: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
