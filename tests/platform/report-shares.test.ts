import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, callerNames, accessibleTenants } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { shareTokenOf } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { reportShares, savedReports } = contract
const at = (savedReportId: number) => ({ path: { savedReportId } })
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const open = (name: CallerName, shareToken: string) => world.as(name).send(reportShares.open, { path: { shareToken } })
const share = async (name: CallerName, id: number, days = 30) =>
  (await world.as(name).send(reportShares.create, { ...at(id), body: { days } })).reply.result
const list = async (name: CallerName, id: number) => (await world.as(name).send(reportShares.list, at(id))).reply.result.shares
const revoke = (name: CallerName, savedReportId: number, reportShareId: number) =>
  world.as(name).send(reportShares.revoke, { path: { savedReportId, reportShareId } })

const question = { dimensions: ['advertiser_id'], metrics: ['impressions'], date_range: { preset: 'today' as const } }
/** A private report of an advertiser admin. */
async function kept(said: object = {}): Promise<number> {
  const body = { member_group_id: 1, name: 'Private', question: { ...question, ...said } }
  const { reply } = await world.as('advertiserAdmin').send(savedReports.create, { body }, { 'Idempotency-Key': 'key-of-private-report' })
  return reply.result.saved_report_id
}

describe('a share link', () => {
  test('opens a private report for users with access to its client and advertisers', async () => {
    const id = await kept({ advertiser_ids: [1] })
    const { token, path, expires_at } = await share('advertiserAdmin', id)
    expect([path, expires_at]).toEqual([`/clients/1/saved_reports/${id}?share=${token}`, '2026-12-21T10:00:00.000Z'])
    expect((await open('clientViewer', token)).reply.result).toMatchObject({ saved_report_id: id, name: 'Private', is_own: false })
    for (const name of callerNames.filter((one) => one !== 'nobody' && one !== 'partner'))
      expect((await open(name, token)).status, name).toBe(accessibleTenants[name].advertisers.includes(1) ? 200 : 404)
    expect([(await open('nobody', token)).status, (await open('partner', token)).status]).toEqual([401, 403])
    expect((await world.as('clientViewer').send(savedReports.one, at(id))).status).toBe(404)
  })

  test('shows each reader only the advertisers that they can see', async () => {
    await run(
      `update saved_reports set visibility = 'private', question = jsonb_set(question, '{advertiser_ids}', '[1, 3]') where saved_report_id = 1`,
    )
    const seen = async (name: CallerName) => (await open(name, shareTokenOf(1))).reply.result.question.advertiser_ids
    expect([await seen('clientAdmin'), await seen('advertiserViewer'), await seen('advertiserAdmin')]).toEqual([[1, 3], [3], [1]])
    expect((await open('clientAdmin', shareTokenOf(4))).status).toBe(404)
  })

  test('is stored as a hash of 128 random bits', async () => {
    const made = [await share('superUser', 1), await share('superUser', 1)]
    expect(new Set(made.map(({ token }) => Buffer.from(token, 'base64url').length))).toEqual(new Set([16]))
    expect(made[0].token).not.toBe(made[1].token)
    const { rows } = await sql<{ text: string }>`select string_agg(s::text, ' ') as text from report_shares s`.execute(
      world.database.kysely,
    )
    for (const { token } of made) expect(rows[0]?.text).not.toContain(token)
  })

  test('that has expired says so to its users, and is not found for others', async () => {
    const id = await kept()
    const { token } = await share('advertiserAdmin', id, 1)
    await run(`update report_shares set expires_at = '2026-11-21T10:00:00Z' where saved_report_id = ${id}`)
    const mine = await open('advertiserAdmin', token)
    const other = await open('clientAdmin', token)
    const unknown = await open('clientAdmin', 'x')
    expect([mine.status, mine.reply.error]).toEqual([409, 'Link: The link has expired; create a new one'])
    const { request_id: _, ...said } = other.reply
    expect([other.status, said]).toEqual([404, { ...unknown.reply, request_id: undefined }])
    expect(await list('advertiserAdmin', id)).toEqual([])
  })

  test('that was revoked, or whose report was removed, is not found', async () => {
    const id = await kept()
    const first = await share('advertiserAdmin', id)
    const second = await share('advertiserAdmin', id)
    expect((await revoke('advertiserAdmin', id, first.report_share_id)).status).toBe(200)
    expect([(await open('advertiserAdmin', first.token)).status, (await open('clientAdmin', second.token)).status]).toEqual([404, 200])
    expect((await revoke('advertiserAdmin', id, first.report_share_id)).status).toBe(404)
    expect((await revoke('superUser', 1, second.report_share_id)).status).toBe(404)
    await world.as('advertiserAdmin').send(savedReports.remove, at(id), { 'If-Match': '1' })
    expect((await open('clientAdmin', second.token)).status).toBe(404)
  })

  test('closes at once for a user who loses the client or the permission', async () => {
    expect((await open('clientViewer', shareTokenOf(1))).status).toBe(200)
    await run(`insert into user_activities values (4, 'member_group', 1, 'saved_reports.read', false)`)
    expect([403, 404]).toContain((await open('clientViewer', shareTokenOf(1))).status)
    await run('delete from user_access where user_id = 3')
    expect([403, 404]).toContain((await open('clientAdmin', shareTokenOf(1))).status)
  })
})

describe('the share links of a report', () => {
  test('are listed without their secret, with the number of uses', async () => {
    await open('clientViewer', shareTokenOf(1))
    await open('superUser', shareTokenOf(1))
    await open('advertiserViewer', shareTokenOf(1))
    await run(`update users set first_name = 'Ada', last_name = 'Stone' where user_name = 'superUser'`)
    expect(await list('superUser', 1)).toEqual([
      {
        report_share_id: 1,
        created_by: 'Ada Stone',
        openings: 2,
        opened_at: '2026-11-21T10:00:00.000Z',
        created_at: '2026-10-01T09:00:00.000Z',
        expires_at: '2026-12-01T09:00:00.000Z',
      },
    ])
  })

  test('are created, listed and revoked by users who may change the report, for 1 to 90 days', async () => {
    const statuses = async (name: CallerName) => [
      (await world.as(name).send(reportShares.create, { ...at(1), body: { days: 1 } })).status,
      (await world.as(name).send(reportShares.list, at(1))).status,
      (await revoke(name, 1, 1)).status,
    ]
    expect(await statuses('clientViewer')).toEqual([403, 403, 403])
    expect(await statuses('advertiserAdmin')).toEqual([403, 403, 403])
    expect(await statuses('clientAdmin')).toEqual([200, 200, 200])
    for (const days of [0, 91, 1.5])
      expect((await world.as('superUser').send(reportShares.create, { ...at(1), body: { days } })).status).toBe(422)
  })

  test('are limited to fifty', async () => {
    await run(`insert into report_shares (member_group_id, saved_report_id, hash, created_by, created_at, expires_at)
      select 1, 1, 'hash ' || n, 1, now(), '2027-01-01' from generate_series(1, 48) n`)
    const again = () => world.as('superUser').send(reportShares.create, { ...at(1), body: { days: 1 } })
    expect([(await again()).status, (await again()).status]).toEqual([200, 409])
  })
})
