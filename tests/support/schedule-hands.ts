import { sql } from 'kysely'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import type { JobContext } from '../../demo/platform/sql/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { smtpServerOf } from '../../demo/platform/mail/smtp.ts'
import { contract } from '../../src/contract/index.ts'
import type { CallerName } from './people.ts'
import { dailySchedule } from './small-seed.ts'
import type { SmallWorld } from './small-world.ts'

const { reportSchedules } = contract

/** When the daily schedule of the small world runs next. */
export const eight = '2026-11-22T08:00:00.000Z'

/** Where mails say that the platform is. */
export const mailOrigin = 'https://ads.example'

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
  /** Does all that is due at some moments, one after the other. */
  async function work(moments: readonly string[], smtp?: string) {
    let now = new Date(0)
    const context: JobContext = { database: world().database, now: () => now, log: () => undefined }
    const options = { origin: mailOrigin, isExternal: false, from: 'no-reply@ads.example', ...(smtp && { smtp: smtpServerOf(smtp) }) }
    const jobs = await startJobs(context, mailJobs(options))
    for (const moment of moments) {
      now = new Date(moment)
      await jobs.tick()
      // What was found due at this moment has its job now.
      await jobs.tick()
    }
    await jobs.stop()
  }
  return { at, run, put, state, work }
}
