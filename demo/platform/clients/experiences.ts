import type { Experience, experiences } from '../../../src/contract/clients/experiences.ts'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../context/refusal.ts'

const rowsOf = ({ kysely }: Database, memberGroupId: number) =>
  kysely.selectFrom('experiences').selectAll().where('member_group_id', '=', memberGroupId).orderBy('experience_id')

const toExperience = ({ created_at, ...row }: Omit<Experience, 'created_at'> & { created_at: Date }): Experience => ({
  ...row,
  created_at: created_at.toISOString(),
})

export async function experienceOf(database: Database, memberGroupId: number, experienceId: number): Promise<Experience> {
  const row = await rowsOf(database, memberGroupId).where('experience_id', '=', experienceId).executeTakeFirst()
  if (!row) throw notFound('Experience')
  return toExperience(row)
}

export const experienceHandlers: Handlers<typeof experiences> = {
  list: async ({ path }, { database }) => ({ experiences: (await rowsOf(database, path.memberGroupId).execute()).map(toExperience) }),
  assets: async ({ path }, { database }) => ({
    assets: await database.kysely
      .selectFrom('experience_assets')
      .select(['experience_asset_id', 'experience_id', 'name', 'kind', 'width', 'height', 'bytes_most', 'is_required'])
      .where('member_group_id', '=', path.memberGroupId)
      .orderBy('experience_id')
      .orderBy('experience_asset_id')
      .execute(),
  }),
  one: async ({ path }, { database }) => experienceOf(database, path.memberGroupId, path.experienceId),
}
