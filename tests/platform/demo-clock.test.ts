import { beforeEach, describe, expect, test } from 'vitest'
import { canMail } from '../../demo/platform/users/accounts.ts'
import { assetGrantOf } from '../../demo/platform/images/assets.ts'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { enqueue, type JobKind } from '../../demo/platform/sql/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { contract } from '../../src/contract/index.ts'
import { dayMs } from '../support/delivery/delivery-world.ts'
import { people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

const hourMs = 3_600_000
const aheadMs = 30 * dayMs
let world: SmallWorld
let ahead: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
beforeEach(async () => {
  ahead = await world.startSecondPlatform({ aheadMs })
  return () => ahead.close()
})

const kysely = () => world.database.kysely
let keys = 0
const fixedTimePlus = (ms: number) => machineTime(new Date(fixedNow().getTime() + ms))
/** Job context of a platform whose clock is a month ahead of the machine's. */
const aheadContext = () => {
  const now = () => fixedTimePlus(aheadMs)
  const clock = { now, machineNow: fixedNow, aheadMs: () => aheadMs, follow: async () => undefined }
  return { database: world.database, now, clock, log: () => undefined }
}

async function runJobs(kinds: Readonly<Record<string, JobKind>>) {
  const jobs = await startJobs(aheadContext(), kinds)
  await jobs.tick()
  await jobs.stop()
}

describe('a demo whose clock is a month ahead', () => {
  test('issues asset tokens that last an hour of real time, and returns the real time of their expiry', async () => {
    const { reply } = await ahead.as('clientViewer').send(contract.assets.authenticate, { path: { memberGroupId: 1 } })
    expect(reply.result.expires_at).toBe(fixedTimePlus(hourMs).toISOString())
    const isValid = async (ms: number) => Boolean(await assetGrantOf(world.database, reply.result.token, fixedTimePlus(ms)))
    expect([await isValid(hourMs - 1000), await isValid(hourMs)]).toEqual([true, false])
  })

  test('counts requested mails by the hour of real time', async () => {
    const email = 'often@placard.example'
    const isMailAllowed = (ms = 0) => canMail(kysely(), { email }, fixedTimePlus(ms))
    for (let attempt = 0; attempt < 4; attempt++) await ahead.as('nobody').send(contract.users.resetPassword, { body: { email } })
    expect(await isMailAllowed()).toBe(true)
    await ahead.as('nobody').send(contract.users.resetPassword, { body: { email } })
    expect([await isMailAllowed(), await isMailAllowed(hourMs + 1000)]).toEqual([false, true])
  })

  test('share links of reports expire by real time', async () => {
    const path = { savedReportId: 1 }
    const { reply } = await ahead.as('superUser').send(contract.reportShares.create, { path, body: { days: 1 } })
    expect(reply.result.expires_at).toBe(fixedTimePlus(dayMs).toISOString())
    const statusOf = async (at: SmallWorld) =>
      (await at.as('superUser').send(contract.reportShares.open, { path: { shareToken: reply.result.token } })).status
    expect([await statusOf(ahead), await statusOf(world)]).toEqual([200, 200])
    await kysely()
      .updateTable('report_shares')
      .set({ expires_at: fixedNow() })
      .where('report_share_id', '=', reply.result.report_share_id)
      .execute()
    expect(await statusOf(ahead)).toBe(409)
  })

  test('counts test mails of a report by the hour of real time', async () => {
    const ask = async (at: SmallWorld) =>
      (
        await at
          .as('superUser')
          .send(contract.reportSchedules.test, { path: { savedReportId: 1 } }, { 'Idempotency-Key': `key-${++keys}-of-ahead` })
      ).status
    expect([await ask(world), await ask(ahead), await ask(ahead), await ask(ahead), await ask(world)]).toEqual([200, 200, 200, 429, 429])
  })

  test('issues reset links that expire after an hour of real time', async () => {
    const { email, user_id } = await kysely()
      .selectFrom('users')
      .select(['email', 'user_id'])
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    await kysely().updateTable('users').set({ password_hash: 'set up' }).where('user_id', '=', user_id).execute()
    await ahead.as('nobody').send(contract.users.resetPassword, { body: { email } })
    await runJobs(mailJobs({ origin: 'https://ads.example', isExternal: false, from: 'no-reply@ads.example' }))
    const links = await kysely().selectFrom('account_links').select('expires_at').where('user_id', '=', user_id).execute()
    expect(links).toEqual([{ expires_at: fixedTimePlus(hourMs) }])
  })

  test('deletes expired rows by the clock that wrote their date', async () => {
    await enqueue(kysely(), { kind: 'note', runAt: fixedNow() })
    await runJobs({ note: { run: async () => undefined } })
    const ended = await kysely().selectFrom('jobs').select('finished_at').where('kind', '=', 'note').execute()
    expect(ended).toEqual([{ finished_at: fixedNow() }])
    const link = { user_id: people.clientAdmin.userId, purpose: 'setup' as const, created_at: fixedNow(), used_at: null }
    await kysely()
      .insertInto('account_links')
      .values([
        { ...link, link_hash: 'works', expires_at: fixedTimePlus(dayMs) },
        { ...link, link_hash: 'lapsed', expires_at: fixedTimePlus(-8 * dayMs) },
      ])
      .execute()
    const mail = { recipient: 'a@placard.example', purpose: 'alert', subject: '', text: '', link: null }
    await kysely()
      .insertInto('mails')
      .values([
        { ...mail, subject: 'old', created_at: fixedTimePlus(-dayMs) },
        { ...mail, subject: 'new', created_at: fixedTimePlus(dayMs) },
      ])
      .execute()
    await housekeeping.run({}, aheadContext())
    const [links, mails] = await Promise.all([
      kysely().selectFrom('account_links').select('link_hash').where('link_hash', 'in', ['works', 'lapsed']).execute(),
      kysely().selectFrom('mails').select('subject').where('recipient', '=', mail.recipient).execute(),
    ])
    expect([links, mails]).toEqual([[{ link_hash: 'works' }], [{ subject: 'new' }]])
  })
})
