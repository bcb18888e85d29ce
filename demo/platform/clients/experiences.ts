import type { Experience, experiences } from '../../../src/contract/clients/experiences.ts'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../context/refusal.ts'
import type { Tables } from '../tables/index.ts'

const experience = expressionBuilder<Tables, 'experiences'>()
/** SQL condition: the advertiser may advertise in the row of `experiences`. Without rows of its own, it may in all of its client. */
export function offeredSql(memberGroupId: Expression<number>, advertiserId: Expression<number>): Expression<SqlBool> {
  const own = experience
    .selectFrom('advertiser_experiences as own')
    .where('own.member_group_id', '=', memberGroupId)
    .where('own.advertiser_id', '=', advertiserId)
  const isOwn = own.where(({ eb, ref }) => eb('own.experience_id', '=', ref('experiences.experience_id')))
  return experience.or([experience.not(experience.exists(own)), experience.exists(isOwn)])
}

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
  list: async ({ path, query }, { database }) => {
    const rows = rowsOf(database, path.memberGroupId)
    const id = query?.advertiser_id
    const offered = id === undefined ? rows : rows.where(offeredSql(sql`${path.memberGroupId}::int`, sql`${id}::int`))
    return { experiences: (await offered.execute()).map(toExperience) }
  },
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
