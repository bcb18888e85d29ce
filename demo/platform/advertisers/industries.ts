import type { Database } from '../database/open.ts'

/** The name of an industry; nothing where there is none of this id. */
export async function industryName({ kysely }: Pick<Database, 'kysely'>, id: number | null): Promise<string | null> {
  if (id === null) return null
  const found = await kysely.selectFrom('industries').select('name').where('industry_id', '=', id).executeTakeFirst()
  return found?.name ?? null
}
