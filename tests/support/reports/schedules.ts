import { sql } from 'kysely'
import { startJobs } from '../../../demo/platform/jobs/queue.ts'
import type { JobContext } from '../../../demo/platform/sql/queue.ts'
import { mailJobs } from '../../../demo/platform/mail/jobs.ts'
import { smtpServerOf } from '../../../demo/platform/mail/smtp.ts'
import { contract } from '../../../src/contract/index.ts'
import type { CallerName } from '../world/people.ts'
import { dailySchedule } from '../world/small-seed.ts'
import type { SmallWorld } from '../world/small-world.ts'

const { reportSchedules } = contract

/** The next run of the small world's daily schedule. */
export const eight = '2026-11-22T08:00:00.000Z'

/** The platform's address in mails. */
export const mailOrigin = 'https://ads.example'

/** Schedule helpers for the current world. */
export function scheduleActions(world: () => SmallWorld) {
  const at = (savedReportId: number) => ({ path: { savedReportId } })
  const run = (text: string) => sql.raw(text).execute(world().database.kysely)
  const put = (name: CallerName, id: number, fields: object = {}, version = 1) =>
    world()
      .as(name)
      .send(reportSchedules.change, { ...at(id), body: { ...dailySchedule, ...fields } }, { 'If-Match': String(version) })
  const state = async (id: number, name: CallerName = 'superUser') =>
    (await world().as(name).send(reportSchedules.one, at(id))).reply.result
  /** Runs all jobs that are due at some times, in order. */
  async function work(moments: readonly string[], smtp?: string) {
    let now = new Date(0)
    const context: JobContext = { database: world().database, now: () => now, log: () => undefined }
    const options = { origin: mailOrigin, isExternal: false, from: 'no-reply@ads.example', ...(smtp && { smtp: smtpServerOf(smtp) }) }
    const jobs = await startJobs(context, mailJobs(options))
    for (const moment of moments) {
      now = new Date(moment)
      await jobs.tick()
      // The first tick created the jobs that were due; this one runs them.
      await jobs.tick()
    }
    await jobs.stop()
  }
  return { at, run, put, state, work }
}
