import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { alertsJob } from '../../demo/platform/mail/campaign-alerts.ts'
import { type MailOptions, mailJobs } from '../../demo/platform/mail/jobs.ts'
import { smtpServerOf } from '../../demo/platform/mail/smtp.ts'
import { alertsToMail, notificationTypeOf, stoppingGates } from '../../src/contract/alerts/campaign-alerts.rules.ts'
import { contract } from '../../src/contract/index.ts'
import { leave, minuteMs, noon } from '../support/delivery/delivery-world.ts'
import { partsOf } from '../support/mail/mime.ts'
import { people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const origin = 'https://ads.example'
const run = async (text: string) => {
  for (const statement of text.split(';')) await sql.raw(statement).execute(world.database.kysely)
}

let now = noon
beforeEach(() => {
  now = noon
})
const whoSeeTheFirst = ['advertiseradmin', 'clientadmin', 'clientviewer']
const first = people.advertiserAdmin.userId
const second = people.clientAdmin.userId

/** Runs all due jobs after the given number of alert rounds. */
async function jobsDone(options: MailOptions = { origin, isExternal: false, from: 'no-reply@ads.example' }, rounds = 1) {
  const context = { database: world.database, now: () => now, log: () => undefined }
  const jobs = await startJobs(context, { alerts: alertsJob, ...mailJobs(options) })
  for (let round = 0; round < rounds; round++) {
    await jobs.tick()
    now = new Date(now.getTime() + 6 * minuteMs)
  }
  await jobs.stop()
}

async function mailsAfter(rounds = 1) {
  await jobsDone(undefined, rounds)
  const { rows } = await sql<{ recipient: string; subject: string; text: string; link: string }>`
    select recipient, subject, text, link from mails where purpose = 'alert' order by mail_id`.execute(world.database.kysely)
  return rows
}
const recipients = (mails: readonly { recipient: string }[]) => mails.map(({ recipient }) => recipient.split('@')[0]).toSorted()

test('a campaign without problems causes no mail', async () => {
  expect(await mailsAfter(2)).toEqual([])
})

describe('a campaign that stops serving', () => {
  test('is mailed once to each user who can see its advertiser, with a link, and again when it stops again', async () => {
    await leave(world.database, 1, 0n)
    const mails = await mailsAfter(3)
    expect(recipients(mails)).toEqual(whoSeeTheFirst)
    for (const mail of mails) {
      expect(mail).toMatchObject({
        subject: 'Campaign-mark-10. stopped serving',
        link: `${origin}/clients/1/advertisers/1/campaigns/10`,
      })
      expect(mail.text).toContain('Campaign-mark-10. of Advertiser-mark-1. stopped serving: no funds left.')
    }
    await run('update advertiser_balances set balance = 5000000 where advertiser_id = 1')
    expect(await mailsAfter()).toHaveLength(whoSeeTheFirst.length)
    await run('update advertiser_balances set balance = 0 where advertiser_id = 1')
    expect(await mailsAfter()).toHaveLength(2 * whoSeeTheFirst.length)
  })

  test('is not mailed to users who turned this off or were removed', async () => {
    await run(`insert into user_notifications values (${first}, 'funds', false), (${first}, 'reports', true)`)
    await run(`update users set status = 'inactive' where user_id = ${second}`)
    await leave(world.database, 1, 0n)
    expect(recipients(await mailsAfter())).toEqual(whoSeeTheFirst.slice(2))
  })

  test('is not mailed to users who may not see campaigns', async () => {
    await run(`insert into user_activities values (${first}, 'base', 0, 'campaigns.read', false)`)
    await leave(world.database, 1, 0n)
    expect(recipients(await mailsAfter())).toEqual(whoSeeTheFirst.slice(1))
  })
})

test('several problems are mailed together, and a rejection contains its reason', async () => {
  await run(`update campaigns set review_status_id = 2, review_comment = 'The price is another' where campaign_id in (10, 20)`)
  const mails = await mailsAfter()
  const both = mails.filter(({ text }) => text.includes('Campaign-mark-20.') && text.includes('Campaign-mark-10.'))
  expect(both.length).toBeGreaterThan(0)
  expect(both[0]).toMatchObject({ subject: 'Updates on 2 campaigns' })
  expect(both[0]?.text).toContain('was rejected: The price is another')
  expect(new Set(recipients(mails)).size).toBe(mails.length)
})

test('a sentence that ends with a reviewer’s comment has one full stop', async () => {
  await run(`update campaigns set review_status_id = 2, review_comment = 'The price is another.' where campaign_id = 10`)
  const [mail] = await mailsAfter()
  expect(mail?.text).toContain('was rejected: The price is another.\n')
})

test('funds that will run out early are mailed before they do', async () => {
  // Five per day were spent and six are left, which last until tomorrow.
  for (let day = 14; day <= 20; day++) await run(`insert into spend_days values (1, 1, 10, 100, '2026-11-${day}', 5000000)`)
  await run(`update campaigns set budget = 900000000, pacing = 'ASAP' where campaign_id = 10`)
  await leave(world.database, 1, 6_000_000n)
  const mails = await mailsAfter()
  expect(recipients(mails)).toEqual(whoSeeTheFirst)
  expect(mails[0]?.text).toContain('runs out of funds on November 22, 2026, earlier than planned. Add funds to continue.')
})

describe('a review decision', () => {
  const campaign = { path: { memberGroupId: 1, advertiserId: 1, campaignId: 11 } }
  const decide = async (verb: 'approve' | 'deny', version: number) => {
    const call = verb === 'deny' ? { ...campaign, body: { comment: 'The logo is cut off' } } : campaign
    const { status, reply } = await world.as('clientAdmin').send(contract.campaigns[verb], call, { 'If-Match': String(version) })
    expect(status, JSON.stringify(reply)).toBe(200)
  }
  const about = async (text: string) => (await mailsAfter()).filter((mail) => mail.text.includes(text))

  test('that approves a campaign is mailed once to everybody but the reviewer, and shown in the console for a day', async () => {
    await decide('approve', 1)
    const others = whoSeeTheFirst.filter((name) => name !== 'clientadmin')
    expect(recipients(await about('was approved'))).toEqual(others)
    expect(recipients(await about('was approved'))).toEqual(others)
    const shown = async () => {
      const { reply } = await world.as('clientAdmin').send(contract.advertisers.alerts, { path: { memberGroupId: 1, advertiserId: 1 } })
      return reply.result.alerts.filter(({ code }: { code: string }) => code === 'review_approved')
    }
    expect(await shown()).toMatchObject([{ severity: 'info', campaign: { campaign_id: 11 } }])
    await run(`update changes set at = at - interval '25 hours' where kind = 'approved'`)
    expect(await shown()).toEqual([])
    now = new Date(now.getTime() + 25 * 60 * minuteMs)
    expect(recipients(await about('was approved'))).toEqual(others)
  })

  test('that approves a campaign is mailed once it cannot be undone any more, and not if it was undone', async () => {
    now = new Date('2026-11-21T10:01:00Z')
    await decide('approve', 1)
    expect(await about('was approved')).toEqual([])
    const undone = await world.as('clientAdmin').send(contract.campaigns.undoApproval, campaign, { 'If-Match': '2' })
    expect(undone.status).toBe(200)
    now = noon
    expect(await about('was approved')).toEqual([])
    await decide('approve', 3)
    expect(await about('was approved')).toHaveLength(whoSeeTheFirst.length - 1)
  })

  test('that approves a campaign is mailed even after the clock jumps ahead by days', async () => {
    now = new Date('2026-11-21T09:00:00Z')
    expect(await about('was approved')).toEqual([])
    await decide('approve', 1)
    now = new Date(now.getTime() + 3 * 24 * 60 * minuteMs)
    const others = whoSeeTheFirst.filter((name) => name !== 'clientadmin')
    expect(recipients(await about('was approved'))).toEqual(others)
    now = new Date(now.getTime() + 3 * 24 * 60 * minuteMs)
    expect(recipients(await about('was approved'))).toEqual(others)
  })

  test('that denies it is mailed each time, even between two job runs', async () => {
    await decide('deny', 1)
    const once = (await about('was rejected: The logo is cut off')).length
    expect(once).toBe(whoSeeTheFirst.length - 1)
    expect(await about('was rejected')).toHaveLength(once)
    await run(`update campaigns set review_status_id = 1 where campaign_id = 11`)
    await decide('deny', 2)
    expect(await about('was rejected')).toHaveLength(2 * once)
  })
})

describe('a mail is written', () => {
  const speaks = (email: string, code: string) =>
    run(`insert into locales (id, code, name) values (77, '${code}', '${code}') on conflict do nothing;
      update users set locale_id = (select id from locales where code = '${code}') where email = '${email}@placard.example'`)
  /** The mail that arrives at the mail server, decoded. */
  async function arrived(to: string) {
    const sink = await startSink()
    const smtp = smtpServerOf(sink.url)
    await jobsDone({ origin, isExternal: false, from: 'no-reply@ads.example', smtp })
    await sink.close()
    const mail = sink.mails.find((one) => one.to.startsWith(`${to}@`))
    const words = /^Subject: (.*(?:\r\n .*)*)/m.exec(mail?.message ?? '')?.[1] ?? ''
    const subject = words
      .replace(/\r\n/g, '')
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString())
    return { subject, text: partsOf(mail?.message ?? '')[0]?.content.toString() ?? '' }
  }
  const limited = `insert into spend_limits (member_group_id, advertiser_id, amount) values (1, 1, 1234500000);
    update advertiser_balances set spent = 1234500000 where advertiser_id = 1`
  const bidTooLow = `update ad_groups set base_bid = 12345 where campaign_id = 10`
  const inWords: readonly (readonly [string, string, string, string, string])[] = [
    ['en-US', limited, 'Campaign-mark-10. stopped serving', 'spend limit of $1,234.50 reached.', 'Hello,'],
    ['de', limited, 'Campaign-mark-10. wird nicht mehr ausgeliefert', 'Ausgabenlimit von 1.234,50\u00a0$ erreicht.', 'Guten Tag,'],
    ['ja-JP', limited, 'Campaign-mark-10. の配信が停止しました', '支出上限（$1,234.50）に達しました。', 'こんにちは。'],
    ['fr-FR', bidTooLow, 'Campaign-mark-10. stopped serving', 'bids below the minimum of $0.10.', 'Hello,'],
  ]
  test.each(inWords)('in the language of its reader: %s', async (code, happens, subject, sentence, hello) => {
    await speaks('clientviewer', code)
    await run(happens)
    const mail = await arrived('clientviewer')
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(sentence)
    expect(mail.text.startsWith(hello)).toBe(true)
    expect(mail.text).toContain(`${origin}/clients/1/advertisers/1/campaigns/10`)
  })

  test('once when a budget ran out before its last day', async () => {
    await run(
      `update campaigns set budget_period = 'One Time', budget = 5000000, start_date = '2026-11-01', end_date = '2026-12-31' where campaign_id = 10`,
    )
    await run(`insert into spend_days values (1, 1, 10, 100, '2026-11-20', 5000000)`)
    const mail = await arrived('clientviewer')
    expect(mail.subject).toBe('Campaign-mark-10. used up its budget before its end date and stopped serving')
    now = new Date(now.getTime() + 3_600_000)
    expect((await arrived('clientviewer')).subject).toBe('')
  })

  test("with the days and date format of the advertiser's time zone", async () => {
    await speaks('clientviewer', 'de')
    // In Tokyo it is already the 22nd when it is 18:00 on the 21st in UTC.
    now = new Date('2026-11-21T18:00:00Z')
    await run(`update advertisers set time_zone = 'Asia/Tokyo' where advertiser_id = 1`)
    for (let day = 15; day <= 21; day++) await run(`insert into spend_days values (1, 1, 10, 100, '2026-11-${day}', 5000000)`)
    await run(`update campaigns set budget = 900000000, pacing = 'ASAP' where campaign_id = 10`)
    await leave(world.database, 1, 6_000_000n)
    expect((await arrived('clientviewer')).text).toContain(
      'hat voraussichtlich am 23. November 2026 kein Guthaben mehr, früher als geplant. Laden Sie Guthaben auf, um fortzufahren.',
    )
  })
})

test('every alert has its own notification setting', () => {
  const active = { status: 'active', review_status_id: 3, budget_period: 'One Time', start_date: '2026-11-01', end_date: '2026-12-31' }
  const none = { values: {} }
  const early = { limit: 'funds' as const, day: '2026-11-23', is_early: true }
  expect(alertsToMail(active, { ...none, gate: null, run_out: early }, '2026-11-21')).toEqual(['runs_out_early'])
  expect(alertsToMail(active, { ...none, gate: null, run_out: early }, '2026-11-20')).toEqual([])
  expect(alertsToMail(active, { ...none, gate: null, run_out: { ...early, is_early: false } }, '2026-11-21')).toEqual([])
  for (const limit of ['order_end', 'line_end'] as const)
    expect(alertsToMail(active, { ...none, gate: null, run_out: { ...early, limit } }, '2026-11-21')).toEqual([])
  for (const gate of stoppingGates)
    expect(alertsToMail(active, { ...none, gate, run_out: early }, '2026-11-21')).toEqual(['campaign_stopped'])
  const gone = (during: string, of = 'campaign') => ({ gate: 'budget_used_up' as const, run_out: null, values: { during, of } })
  const by = (budget_period: string, today: string, during = 'period') => alertsToMail({ ...active, budget_period }, gone(during), today)
  expect(by('One Time', '2026-12-30')).toEqual(['budget_used_up'])
  expect(by('One Time', '2026-12-31')).toEqual([])
  expect(by('Daily', '2026-11-21')).toEqual([])
  expect([by('Weekly', '2026-11-21'), by('Weekly', '2026-11-22')]).toEqual([['budget_used_up'], []])
  expect([by('Monthly', '2026-11-29'), by('Monthly', '2026-11-30')]).toEqual([['budget_used_up'], []])
  expect(by('Monthly', '2026-11-29', 'today')).toEqual([])
  expect(alertsToMail(active, gone('period', 'ad_group'), '2026-11-21')).toEqual([])
  expect(alertsToMail({ ...active, end_date: null }, gone('period'), '2026-11-21')).toEqual(['budget_used_up'])
  expect(alertsToMail({ ...active, status: 'paused' }, { ...none, gate: 'campaign_status', run_out: null }, '2026-11-21')).toEqual([])
  expect(alertsToMail({ ...active, isNewlyApproved: true }, { ...none, gate: null, run_out: null }, '2026-11-21')).toEqual([
    'review_approved',
  ])
  expect(alertsToMail({ ...active, isNewlyApproved: true }, { ...none, gate: 'no_funds', run_out: null }, '2026-11-21')).toEqual([
    ...(['review_approved', 'campaign_stopped'] as const),
  ])
  expect(alertsToMail({ ...active, status: 'ended', isNewlyApproved: true }, { ...none, gate: null, run_out: null }, '2026-11-21')).toEqual(
    [],
  )
  expect(notificationTypeOf('review_approved', null)).toBe('reviews')
  expect(
    alertsToMail({ ...active, status: 'pending', review_status_id: 2 }, { ...none, gate: 'campaign_status', run_out: null }, '2026-11-21'),
  ).toEqual(['review_denied'])
  expect([notificationTypeOf('campaign_stopped', 'no_funds'), notificationTypeOf('campaign_stopped', 'no_entities')]).toEqual([
    'funds',
    'campaigns',
  ])
  expect(notificationTypeOf('budget_used_up', 'budget_used_up')).toBe('budgets')
  expect([notificationTypeOf('runs_out_early', null), notificationTypeOf('review_denied', null)]).toEqual(['budgets', 'reviews'])
})
