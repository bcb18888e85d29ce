import { sql } from 'kysely'
import { openDatabase } from '../../../demo/platform/database/open.ts'
import { copyOfStart, databaseOf } from './filled-starts.ts'
import { type PlatformProcess, openPlatform } from './process.ts'

export type Kysely = Awaited<ReturnType<typeof openDatabase>>['kysely']

/** Starts the demonstration with extra rows in its database. */
export async function startPrepared<Made>(
  prepare: (kysely: Kysely) => Promise<Made>,
  env: Record<string, string> = {},
): Promise<{ platform: PlatformProcess; made: Made }> {
  const data = await copyOfStart('full')
  const database = await openDatabase(databaseOf(data))
  const made = await prepare(database.kysely)
  await database.close()
  return { platform: await openPlatform({ data, env }), made }
}

/** Starts the demonstration with extra entities at its first advertiser. */
export const startWithEntities = async (ids: readonly string[]): Promise<PlatformProcess> =>
  (
    await startPrepared((kysely) =>
      sql`insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
        select 1, 1, id, 'Room ' || id, 'City', 'active' from unnest(${ids}::text[]) as id`.execute(kysely),
    )
  ).platform
