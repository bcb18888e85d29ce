import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { allowedRecipients, externalMailsPerDay } from '../../demo/platform/mail/external-recipients.ts'
import { runFailureTexts } from '../../src/contract/saved-reports/schedules.ts'
import { contract } from '../../src/contract/index.ts'
import { partsOf } from '../support/mail/mime.ts'
import { people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { eight, mailOrigin as origin, scheduleActions } from '../support/reports/schedules.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { reportSchedules, savedReports } = contract
const { at, run, put, state, work } = scheduleActions(() => world)
const runs = async (id: number) => (await world.as('superUser').send(reportSchedules.runs, at(id))).reply.result.runs

const mails = async () => {
  const { rows } = await sql<{ recipient: string; subject: string; text: string; file_name: string; content: string }>`
    select recipient, subject, text, file_name, content from mails left join mail_attachments using (mail_attachment_id)
    where purpose = 'report' order by mail_id`.execute(world.database.kysely)
  return rows
}
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-schedules` })
/** Leaves only one scheduled report, so that all mails belong to it. */
const alone = (id: number) => run(`delete from report_schedules where saved_report_id <> ${id}`)
const ownedBy = (id: number, name: keyof typeof people) =>
  run(`update saved_reports set owner_id = ${people[name].userId} where saved_report_id = ${id}`)

describe('a report that is due', () => {
  test('is mailed once to each recipient, with the rows that its owner may see', async () => {
    await alone(1)
    await put('superUser', 1, { recipients: ['one@shop.example', 'two@shop.example'] })
    await work(['2026-11-22T07:59:59Z'])
    expect(await mails()).toEqual([])
    await work(['2026-11-22T08:00:01Z', '2026-11-22T08:01:00Z', '2026-11-22T08:02:00Z'])
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual(['one@shop.example', 'two@shop.example'])
    const [first] = sent
    expect(first?.subject).toMatch(/^Report of Advertiser-mark-1\., Oct 23\s–\sNov 21, 2026$/)
    expect(first?.text).toContain(`${origin}/clients/1/saved_reports/1`)
    expect(
      Buffer.from(first?.content ?? '', 'base64')
        .toString()
        .split('\r\n'),
    ).toEqual(['\uFEFFCampaign,Impressions', 'Campaign-mark-10.,2', ''])
    expect(await runs(1)).toEqual([{ at: eight, result: 'sent', why: null, rows: 1, recipients: 2 }])
    expect((await state(1)).last_run.result).toBe('sent')
  })

  test("is in the language of its owner, with the client's entity words", async () => {
    await alone(1)
    await run("update locales set code = 'de' where id = (select locale_id from users where user_id = 1)")
    await run("update member_groups set label_singular = 'Zimmer' where member_group_id = 1")
    await run(`update saved_reports set question = question || '{"dimensions": ["entity_name"], "compare": "previous_period"}'`)
    await put('superUser', 1)
    await work(['2026-11-22T08:00:01Z'])
    const [mail] = await mails()
    const lines = Buffer.from(mail?.content ?? '', 'base64')
      .toString()
      .split('\r\n')
    expect(lines[0]).toBe('\uFEFFZimmer,Impressionen,"Impressionen, vorher"')
  })

  test('covers days in the time zone of its advertisers if they share one, else of its schedule', async () => {
    await alone(1)
    const first = { time_zone: 'Pacific/Kiritimati', time: '08:00' }
    const days = async () => (await mails()).map(({ subject }) => subject.replace(/^.*?, /, ''))
    await put('superUser', 1, first)
    await work(['2026-11-21T18:00:01Z'])
    expect(await days()).toEqual([expect.stringMatching(/^Oct 22\s–\sNov 20, 2026$/)])
    await run("update saved_reports set question = question - 'advertiser_ids'")
    await run("update advertisers set time_zone = 'America/New_York' where advertiser_id = 2")
    await work(['2026-11-22T18:00:01Z'])
    expect((await days())[1]).toMatch(/^Oct 24\s–\sNov 22, 2026$/)
  })

  test('runs with the access of its owner: an owner with one advertiser mails that one only', async () => {
    await alone(1)
    await ownedBy(1, 'advertiserAdmin')
    const question = { dimensions: ['advertiser_id'], metrics: ['impressions'], date_range: { preset: 'last_30_days' } }
    await run(`update saved_reports set question = '${JSON.stringify(question)}' where saved_report_id = 1`)
    await work(['2026-11-22T08:00:01Z'])
    const [mail] = await mails()
    expect(Buffer.from(mail?.content ?? '', 'base64').toString()).toMatch(/Advertiser ID,Impressions\r\n1,2\r\n$/)
  })

  test('goes to the mail server as a mail with an attachment', async () => {
    const sink = await startSink()
    await alone(1)
    await put('superUser', 1, { format: 'xlsx' })
    await run(`update saved_reports set name = 'Größe: "Q4"' where saved_report_id = 1`)
    await work(['2026-11-22T08:00:01Z', '2026-11-22T08:01:00Z'], sink.url)
    await sink.close()
    expect(sink.mails).toHaveLength(1)
    const [text, file] = partsOf(sink.mails[0]?.message ?? '')
    expect(text?.content.toString()).toContain('the report is attached, with 1 row.')
    expect(file).toMatchObject({
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      fileName: 'Größe Q4 2026-11-21.xlsx',
    })
    expect(file?.content.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    const { rows } = await sql`select 1 from mails where mail_attachment_id is not null`.execute(world.database.kysely)
    expect(rows).toEqual([])
  })

  test('without rows is skipped or mailed, as configured', async () => {
    await run(`update saved_reports set question = jsonb_set(question, '{date_range}', '{"preset": "yesterday"}')`)
    await put('superUser', 1, { skip_if_empty: true })
    await run('delete from report_schedules where saved_report_id > 2')
    await work(['2026-11-22T08:00:01Z'])
    expect((await runs(1))[0]).toMatchObject({ result: 'empty_skipped', rows: 0, recipients: 0 })
    expect((await runs(2))[0]).toMatchObject({ result: 'sent', rows: 0, recipients: 1 })
    expect(await mails()).toHaveLength(1)
  })

  test('is mailed once after days without a server, for the last day, and then on schedule', async () => {
    await alone(1)
    await work(['2026-11-25T12:00:00Z', '2026-11-25T12:01:00Z'])
    const last = '2026-11-25T08:00:00.000Z'
    expect(await runs(1)).toMatchObject([{ at: last, result: 'sent' }])
    await work(['2026-11-26T08:00:01Z'])
    expect((await runs(1)).map((one: { at: string }) => one.at)).toEqual(['2026-11-26T08:00:00.000Z', last])
  })

  test.each([
    ['paused', 'update report_schedules set schedule = schedule || \'{"is_paused": true}\', version = version + 1'],
    ['no longer scheduled', 'delete from report_schedules'],
    ['removed', "update saved_reports set deleted_at = '2026-11-22', version = version + 1"],
  ])('that is %s while its file is made is not mailed', async (_, change) => {
    let changed: Promise<unknown> | undefined
    // The job reads the clock when it starts the file.
    const now = () => {
      changed ??= run(change)
      return new Date(eight)
    }
    const job = mailJobs({ origin, isExternal: false, from: 'no-reply@ads.example' })['scheduled-report']
    const once = async () => job?.run({ saved_report_id: 1, at: eight }, { database: world.database, now, log: () => undefined })
    await expect(once()).rejects.toThrow('was changed while it was made')
    await changed
    expect(await mails()).toEqual([])
    await once()
    expect(await mails()).toEqual([])
  })

  test('that fails three times in a row is paused, and its owner is told what to do', async () => {
    await alone(1)
    const dates = { preset: 'custom', start_date: '2000-01-01', end_date: '2026-11-01' }
    await run(`update saved_reports set question = jsonb_set(question, '{date_range}', '${JSON.stringify(dates)}')`)
    await work(['2026-11-22T08:00:01Z', '2026-11-23T08:00:01Z'])
    expect([await mails(), (await state(1)).stopped]).toEqual([[], null])
    await work(['2026-11-24T08:00:01Z', '2026-11-25T08:00:01Z'])
    const owner = await world.database.kysely
      .selectFrom('saved_reports')
      .innerJoin('users', 'users.user_id', 'saved_reports.owner_id')
      .select('email')
      .where('saved_report_id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(await mails()).toMatchObject([{ recipient: owner.email, subject: 'Scheduled emails of Report of Advertiser-mark-1. stopped' }])
    expect(await state(1)).toMatchObject({ stopped: runFailureTexts.refused, next_runs: [], schedule: { is_paused: true } })
    expect(await runs(1)).toHaveLength(3)
  })

  test('goes to a limited number of external recipients a day; the others are reported', async () => {
    await alone(1)
    const outside = Array.from({ length: 19 }, (_, index) => `reader${index}@partner.example`)
    const { email } = (await world.database.kysely.selectFrom('users').select('email').where('user_id', '=', 4).execute())[0] ?? {
      email: '',
    }
    await put('superUser', 1, { recipients: [...outside, email] })
    const now = () => new Date('2026-11-22T08:00:01Z')
    const earlier = Array.from({ length: externalMailsPerDay - 10 }, (_, index) => `earlier${index}@partner.example`)
    expect(await allowedRecipients({ database: world.database, now, log: () => undefined }, 1, earlier)).toEqual(earlier)
    await work(['2026-11-22T08:00:01Z'])
    const reached = [...outside.slice(0, 10), email]
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(reached)
    expect(await runs(1)).toEqual([{ at: eight, result: 'sent', why: runFailureTexts.outside_most, rows: 1, recipients: 11 }])
    // After an hour, sixteen more mails are allowed; another client has its own limit.
    await run("update report_schedules set next_run_at = '2026-11-22T09:00:00Z'")
    await work(['2026-11-22T09:00:00Z'])
    expect((await runs(1))[0]).toMatchObject({ result: 'sent', recipients: 17 })
    expect(await allowedRecipients({ database: world.database, now, log: () => undefined }, 2, outside)).toEqual(outside)
  })

  test('that is paused, removed or no longer scheduled is not mailed', async () => {
    await run('delete from report_schedules where saved_report_id > 3')
    await put('superUser', 1, { is_paused: true })
    await world.as('superUser').send(savedReports.remove, at(2), { 'If-Match': '1' })
    await world.as('superUser').send(reportSchedules.remove, at(3), { 'If-Match': '"1"' })
    await work(['2026-11-22T08:00:01Z', '2026-11-23T08:00:01Z'])
    expect(await mails()).toEqual([])
  })
})

describe('a report whose owner', () => {
  test('may no longer read it is paused, and the owner is told', async () => {
    await alone(1)
    await ownedBy(1, 'advertiserAdmin')
    await run(`insert into user_activities values (${people.advertiserAdmin.userId}, 'base', 0, 'reports.read', false)`)
    await work(['2026-11-22T08:00:01Z', '2026-11-23T08:00:01Z'])
    expect(await mails()).toMatchObject([{ recipient: 'advertiseradmin@placard.example', content: null }])
    expect(await runs(1)).toMatchObject([{ result: 'failed' }])
    expect(await state(1)).toMatchObject({
      next_runs: [],
      version: 2,
      schedule: { is_paused: true },
      stopped: expect.stringContaining('owner'),
    })
    expect((await put('superUser', 1, {}, 2)).reply.result).toMatchObject({ stopped: null, next_runs: { length: 3 } })
  })

  test('was removed, or lost access to its advertisers, is paused', async () => {
    await run('delete from report_schedules where saved_report_id > 2')
    await ownedBy(1, 'advertiserAdmin')
    await ownedBy(2, 'advertiserAdmin')
    await run(`update users set status = 'inactive' where user_id = ${people.advertiserAdmin.userId}`)
    await work(['2026-11-22T08:00:01Z'])
    expect([(await state(1)).stopped, (await state(2)).stopped]).toEqual([expect.any(String), expect.any(String)])
    expect(await mails()).toEqual([])
  })
})

describe('a test mail', () => {
  test('goes only to the user who requested it, three times an hour', async () => {
    await alone(1)
    const ask = async () => (await world.as('clientAdmin').send(reportSchedules.test, at(1), keyed())).status
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
    await work(['2026-11-21T10:00:01Z'])
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual(Array.from({ length: 3 }, () => 'clientadmin@placard.example'))
    expect(sent[0]?.subject).toMatch(/^Test: Report of Advertiser-mark-1\./)
    expect(await runs(1)).toEqual([])
  })

  test.each([
    [
      'asks for more days than there may be',
      '{date_range}',
      '{"preset":"custom","start_date":"2000-01-01","end_date":"2026-11-01"}',
      'Open it',
    ],
    ['is about nobody whom they see', '{advertiser_ids}', '[2]', 'don’t have access to the report’s advertisers'],
  ])('of a report that %s is refused with the reason and what to do', async (_, path, value, words) => {
    await alone(1)
    await ownedBy(1, 'advertiserAdmin')
    expect((await world.as('advertiserAdmin').send(reportSchedules.test, at(1), keyed())).status).toBe(200)
    await run(`update saved_reports set question = jsonb_set(question, '${path}', '${value}') where saved_report_id = 1`)
    await work(['2026-11-21T10:00:01Z', '2026-11-21T11:00:01Z'])
    expect(await mails()).toMatchObject([
      {
        recipient: 'advertiseradmin@placard.example',
        content: null,
        subject: 'The test of Report of Advertiser-mark-1. could not be sent',
        text: expect.stringContaining(words),
      },
    ])
  })

  test('needs a schedule, and permission to change it', async () => {
    expect((await world.as('advertiserAdmin').send(reportSchedules.test, at(1), keyed())).status).toBe(403)
    await run('delete from report_schedules')
    expect((await world.as('superUser').send(reportSchedules.test, at(1), keyed())).status).toBe(404)
  })
})
