import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs.ts'
import { alerts } from '../../demo/platform/mail/campaign-alerts.ts'
import { mailJobs } from '../../demo/platform/mail/mail-jobs.ts'
import { alertsToMail, mailedUnder, stoppingGates } from '../../src/contract/campaign-alerts.rules.ts'
import { leave, minuteMs, noon } from '../support/delivery-ground.ts'
import { people } from '../support/people.ts'
import { rehearsed } from '../support/rehearsed-world.ts'
import type { SmallWorld } from '../support/small-world.ts'

let world: SmallWorld
rehearsed((given) => {
  world = given
})
const origin = 'https://ads.example'
const run = (text: string) => sql.raw(text).execute(world.database.kysely)

let now = noon
const whoSeeTheFirst = ['advertiseradmin', 'clientadmin', 'clientviewer']
const [first, second] = [people.advertiserAdmin.userId, people.clientAdmin.userId]

/** Does all jobs that are due after so many rounds of alerts, and gives the mails that came of them. */
async function mailsAfter(rounds = 1) {
  const context = { database: world.database, now: () => now, log: () => undefined }
  const jobs = await startJobs(context, { alerts, ...mailJobs({ origin, isExternal: false, from: 'no-reply@ads.example' }) })
  for (let round = 0; round < rounds; round++) {
    await jobs.tick()
    now = new Date(now.getTime() + 6 * minuteMs)
  }
  await jobs.stop()
  const { rows } = await sql<{ recipient: string; subject: string; text: string; link: string }>`
    select recipient, subject, text, link from mails where purpose = 'alert' order by mail_id`.execute(world.database.kysely)
  return rows
}
const recipients = (mails: readonly { recipient: string }[]) => mails.map(({ recipient }) => recipient.split('@')[0]).toSorted()

test('where all is well nobody is written to', async () => {
  expect(await mailsAfter(2)).toEqual([])
})

describe('a campaign that stops', () => {
  test('is told once to each who sees its advertiser, with its address, and again when it stops again', async () => {
    await leave(world.database, 1, 0n)
    const mails = await mailsAfter(3)
    expect(recipients(mails)).toEqual(whoSeeTheFirst)
    for (const mail of mails) {
      expect(mail).toMatchObject({
        subject: 'Campaign-mark-10. is no longer shown',
        link: `${origin}/clients/1/advertisers/1/campaigns/10`,
      })
      expect(mail.text).toContain('Campaign-mark-10. of Advertiser-mark-1. is no longer shown: no funds are left.')
    }
    await run('update advertiser_balances set balance = 5000000 where advertiser_id = 1')
    expect(await mailsAfter()).toHaveLength(whoSeeTheFirst.length)
    await run('update advertiser_balances set balance = 0 where advertiser_id = 1')
    expect(await mailsAfter()).toHaveLength(2 * whoSeeTheFirst.length)
  })

  test('is not told to whom does not want that, or has gone', async () => {
    await run(`insert into user_notifications values (${first}, 'funds', false), (${first}, 'reports', true)`)
    await run(`update users set status = 'inactive' where user_id = ${second}`)
    await leave(world.database, 1, 0n)
    expect(recipients(await mailsAfter())).toEqual(whoSeeTheFirst.slice(2))
  })

  test('is not told to whom may not see campaigns', async () => {
    await run(`insert into user_activities values (${first}, 'base', 0, 'campaigns.read', false)`)
    await leave(world.database, 1, 0n)
    expect(recipients(await mailsAfter())).toEqual(whoSeeTheFirst.slice(1))
  })
})

test('several are one letter, and a rejection says why', async () => {
  await run(`update campaigns set review_status_id = 2, review_comment = 'The price is another' where campaign_id in (10, 20)`)
  const mails = await mailsAfter()
  const both = mails.filter(({ text }) => text.includes('Campaign-mark-20.') && text.includes('Campaign-mark-10.'))
  expect(both.length).toBeGreaterThan(0)
  expect(both[0]).toMatchObject({ subject: '2 campaigns need a look' })
  expect(both[0]?.text).toContain('was rejected: The price is another')
  expect(new Set(recipients(mails)).size).toBe(mails.length)
})

test('what runs out early is told in time', async () => {
  // Five a day were spent, and six are left: they last until tomorrow.
  for (let day = 14; day <= 20; day++) await run(`insert into spend_days values (1, 1, 10, 100, '2026-11-${day}', 5000000)`)
  await run(`update campaigns set budget = 900000000, pacing = 'ASAP' where campaign_id = 10`)
  await leave(world.database, 1, 6_000_000n)
  const mails = await mailsAfter()
  expect(recipients(mails)).toEqual(whoSeeTheFirst)
  expect(mails[0]?.text).toContain('will have nothing left to spend on 2026-11-22, earlier than planned')
})

test('what is told, and under which notification', () => {
  const active = { status: 'active', review_status_id: 3 }
  const early = { limit: 'funds' as const, day: '2026-11-23', is_early: true }
  expect(alertsToMail(active, { gate: null, run_out: early }, '2026-11-21')).toEqual(['runs_out_early'])
  expect(alertsToMail(active, { gate: null, run_out: early }, '2026-11-20')).toEqual([])
  expect(alertsToMail(active, { gate: null, run_out: { ...early, is_early: false } }, '2026-11-21')).toEqual([])
  for (const gate of stoppingGates) expect(alertsToMail(active, { gate, run_out: early }, '2026-11-21')).toEqual(['campaign_stopped'])
  expect(alertsToMail(active, { gate: 'budget_used_up', run_out: null }, '2026-11-21')).toEqual([])
  expect(alertsToMail({ ...active, status: 'paused' }, { gate: 'campaign_status', run_out: null }, '2026-11-21')).toEqual([])
  expect(alertsToMail({ status: 'pending', review_status_id: 2 }, { gate: 'campaign_status', run_out: null }, '2026-11-21')).toEqual([
    'review_denied',
  ])
  expect([mailedUnder('campaign_stopped', 'no_funds'), mailedUnder('campaign_stopped', 'no_entities')]).toEqual(['funds', 'campaigns'])
  expect([mailedUnder('runs_out_early', null), mailedUnder('review_denied', null)]).toEqual(['budgets', 'reviews'])
})
