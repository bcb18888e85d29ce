import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../../demo/platform/database/open.ts'
import { filledFolder } from './filled-folders.ts'
import { type PlatformProcess, openPlatform } from './process.ts'

export type Kysely = Awaited<ReturnType<typeof openDatabase>>['kysely']

/** Starts the demonstration with extra rows in its database. */
export async function startPrepared<Made>(prepare: (kysely: Kysely) => Promise<Made>): Promise<{ platform: PlatformProcess; made: Made }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-journey-'))
  cpSync(filledFolder(false) ?? '', dataDir, { recursive: true })
  const database = await openDatabase({ dataDir })
  const made = await prepare(database.kysely)
  await database.close()
  return { platform: await openPlatform({ dataDir }), made }
}

/** Starts the demonstration with extra entities at its first advertiser. */
export const startWithEntities = async (ids: readonly string[]): Promise<PlatformProcess> =>
  (
    await startPrepared((kysely) =>
      sql`insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
        select 1, 1, id, 'Room ' || id, 'City', 'active' from unnest(${ids}::text[]) as id`.execute(kysely),
    )
  ).platform
