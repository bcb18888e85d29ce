import { sql } from 'kysely'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from './people.ts'
import { dailySchedule } from './small-seed.ts'
import type { SmallWorld } from './small-world.ts'

const { reportSchedules } = contract

/** When the daily schedule of the small world runs next. */
export const eight = '2026-11-22T08:00:00.000Z'

/** What tests do with the schedules of the world that is theirs at the moment. */
export function scheduleHands(world: () => SmallWorld) {
  const at = (savedReportId: number) => ({ path: { savedReportId } })
  const run = (text: string) => sql.raw(text).execute(world().database.kysely)
  const put = (name: CallerName, id: number, said: object = {}, version = 1) =>
    world()
      .as(name)
      .send(reportSchedules.change, { ...at(id), body: { ...dailySchedule, ...said } }, { 'If-Match': String(version) })
  const state = async (id: number, name: CallerName = 'superUser') =>
    (await world().as(name).send(reportSchedules.one, at(id))).reply.result
  return { at, run, put, state }
}
