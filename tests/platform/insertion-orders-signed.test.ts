import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { applyEnd } from '../../demo/platform/insertion-orders/decide.ts'
import { hashOf } from '../../demo/platform/insertion-orders/versions.ts'
import { contract } from '../../src/contract/index.ts'
import { maxAttachmentBytes } from '../../src/contract/insertion-orders/attachments.ts'
import type { OrderLine, OrderVersion } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { type CallerName, people, type PersonName, tokenSince } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { insertionOrders } = contract
let keys = 0
const match = (version: number) => ({ 'If-Match': String(version) })
const at = (insertionOrderId: number, memberGroupId = 1) => ({ path: { memberGroupId, insertionOrderId } })
const days = { start_date: '2026-11-01', end_date: '2026-12-31' }
const line = { name: 'Clicks', type: 'fixed' as const, amount: '300', ...days }
const terms = {
  advertiser_id: 1,
  name: 'Winter',
  ...days,
  total: '1000',
  lines: [line, { ...line, name: 'Views' }, { ...line, name: 'Reserve' }],
}
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-signed` })
const make = (fields: object = {}) => {
  const body = { ...terms, ...fields } as never // tests send what no form would
  return world.as('clientAdmin').send(insertionOrders.create, { path: { memberGroupId: 1 }, body }, keyed())
}
const made = async (body: object = {}): Promise<number> => (await make(body)).reply.result.insertion_order_id
const read = async (id: number, name: CallerName = 'clientAdmin') => (await world.as(name).send(insertionOrders.one, at(id))).reply.result
const change = async (id: number, body: object) => {
  const { version } = await read(id)
  return world.as('clientAdmin').send(insertionOrders.change, { ...at(id), body: body as never }, match(version)) // as above
}
const submit = async (id: number) => world.as('clientAdmin').send(insertionOrders.submit, at(id), match((await read(id)).version))
const since = (name: PersonName, minutes: number) => ({
  Authorization: `Bearer ${tokenSince(name, new Date(fixedNow().getTime() - minutes * 60_000))}`,
})
const approve = async (id: number, name: PersonName, headers: Record<string, string> = {}) =>
  world
    .as(name)
    .send(
      insertionOrders.approve,
      { ...at(id), body: { last_edited_by: people[name].userId } },
      { ...match((await read(id)).version), ...headers },
    )
const configure = async (body: object) => {
  const path = { memberGroupId: 1 }
  const { version } = (await world.as('clientAdmin').send(insertionOrders.config, { path })).reply.result
  return world.as('clientAdmin').send(insertionOrders.changeConfig, { path, body: body as never }, match(version)) // as above
}
const codeOf = ({ status, reply }: { status: number; reply: { fields?: { path: string; code?: string }[] } }) => [
  status,
  reply.fields?.[0]?.path,
  reply.fields?.[0]?.code,
]
const versionsOf = async (id: number, name: CallerName = 'clientAdmin'): Promise<OrderVersion[]> =>
  (await world.as(name).send(insertionOrders.versions, at(id))).reply.result.versions
const historyOf = async (id: number) => {
  const body = { pagination: { start: 0, count: 50 } }
  const { changes } = (await world.as('clientAdmin').send(insertionOrders.changes, { ...at(id), body })).reply.result
  return changes.map(({ kind, fields }: { kind: string; fields: { field: string; before: unknown; after: unknown }[] }) => [
    kind,
    ...fields.map(({ field, before, after }) => [field, before, after]),
  ])
}
const address = {
  name: 'Fernhill Ltd',
  line_1: '1 High Street',
  line_2: '',
  city: 'London',
  region: '',
  postal_code: 'EC1A',
  country_code: 'GB',
}
const moveAdvertiser = (billing_address: object | null) =>
  world.database.kysely
    .updateTable('advertisers')
    .set({ billing_address: billing_address && JSON.stringify(billing_address) })
    .where('advertiser_id', '=', 1)
    .execute()

describe('the billing of an order', () => {
  test('has the address of its advertiser, which stays when the advertiser moves, and is a part of what is approved', async () => {
    await moveAdvertiser(address)
    const id = await made({ billing: { contact: ' Accounts ', email: 'bills@fernhill.example' } })
    const billing = { funding_type_id: null, contact: 'Accounts', email: 'bills@fernhill.example', address }
    expect((await read(id)).current.terms.billing).toEqual(billing)
    await moveAdvertiser({ ...address, city: 'Leeds' })
    await change(id, { notes: 'Another note' })
    const [version] = await versionsOf(id)
    expect(version?.terms.billing).toEqual(billing)
    expect(version && hashOf(version)).toBe(version?.hash)
    expect(version && hashOf({ ...version, terms: { ...version.terms, billing: { ...billing, contact: 'Accounts.' } } })).not.toBe(
      version?.hash,
    )
    await change(id, { billing: { contact: 'Payables' } })
    expect((await read(id)).current.terms.billing).toEqual({
      ...billing,
      contact: 'Payables',
      email: '',
      address: { ...address, city: 'Leeds' },
    })
    const [kind, ...fields] = (await historyOf(id))[0]
    const line = 'Fernhill Ltd, 1 High Street, EC1A London, GB'
    expect([kind, ...fields.toSorted()]).toEqual([
      'changed',
      ['billing_address', line, line.replace('London', 'Leeds')],
      ['billing_contact', 'Accounts', 'Payables'],
      ['billing_email', 'bills@fernhill.example', ''],
    ])
    await change(id, { billing: null })
    expect((await read(id)).current.terms).not.toHaveProperty('billing')
  })

  test('is proposed as a new version of an approved order', async () => {
    const id = await made()
    await submit(id)
    await approve(id, 'clientAdmin')
    await approve(id, 'advertiserAdmin')
    await change(id, { billing: { contact: 'Payables', address: null } })
    const { current, proposed } = await read(id)
    expect([current.terms.billing, proposed.terms.billing.contact]).toEqual([undefined, 'Payables'])
  })

  test('has a funding type by which the advertiser can pay', async () => {
    const types = (id: number, status: 'Active' | 'Inactive') =>
      world.database.kysely
        .insertInto('member_group_funding_types')
        .values({ member_group_id: 1, funding_type_id: id, status })
        .onConflict((conflict) => conflict.columns(['member_group_id', 'funding_type_id']).doUpdateSet({ status }))
        .execute()
    const billed = (funding_type_id: number) => make({ billing: { funding_type_id } })
    await world.database.kysely.deleteFrom('spend_limits').where('advertiser_id', '=', 1).execute()
    await types(1, 'Active')
    await types(2, 'Active')
    await types(4, 'Inactive')
    const path = 'billing.funding_type_id'
    expect((await billed(1)).status).toBe(200)
    expect(codeOf(await billed(2))).toEqual([422, path, 'no_spend_limit'])
    expect(codeOf(await billed(4))).toEqual([422, path, 'funding_inactive'])
    const id = (await billed(1)).reply.result.insertion_order_id
    const limit = { path: { memberGroupId: 1 }, body: { advertiser_id: 1, amount: '500' } }
    await world.as('superUser').send(contract.spendLimits.create, limit, keyed())
    expect(codeOf(await submit(id))).toEqual([422, path, 'has_spend_limit'])
    expect((await change(id, { billing: { funding_type_id: 2 } })).status).toBe(200)
    expect((await submit(id)).status).toBe(200)
  })

  test.each([
    ['billing.email', { email: 'not an address' }],
    ['billing.funding_type_id', { funding_type_id: 9 }],
    ['billing.address.country_code', { address: { ...address, country_code: 'Britain' } }],
  ])('is refused at %s', async (path, billing) => {
    const { status, reply } = await make({ billing })
    expect([status, reply.fields[0].path]).toEqual([422, path])
  })
})

describe('the approval of an order above the amount of the settings', () => {
  test('needs a sign-in of the last 15 minutes', async () => {
    await configure({ sign_in_above: '999.99' })
    const id = await made()
    await submit(id)
    const refused = [409, 'status', 'sign_in_again']
    expect(codeOf(await approve(id, 'clientAdmin'))).toEqual(refused)
    expect(codeOf(await approve(id, 'clientAdmin', since('clientAdmin', 16)))).toEqual(refused)
    const seen = async (headers: Record<string, string> = {}) =>
      (await world.as('clientAdmin').send(insertionOrders.one, at(id), headers)).reply.result.needs_sign_in
    expect([await seen(), await seen(since('clientAdmin', 16)), await seen(since('clientAdmin', 14))]).toEqual([true, true, false])
    expect((await read(id)).actions.approve).toBe(null)
    expect((await approve(id, 'clientAdmin', since('clientAdmin', 14))).status).toBe(200)
    expect((await approve(id, 'advertiserAdmin', since('advertiserAdmin', 1))).reply.result.status).toBe('approved')
  })

  test('is free at the amount, and without one', async () => {
    await configure({ sign_in_above: '1000' })
    const id = await made()
    await submit(id)
    expect((await read(id)).needs_sign_in).toBe(false)
    expect((await approve(id, 'clientAdmin')).status).toBe(200)
    const larger = await made({ total: '1000.01' })
    await submit(larger)
    expect((await approve(larger, 'clientAdmin')).status).toBe(409)
    await configure({ sign_in_above: null })
    expect((await approve(larger, 'clientAdmin')).status).toBe(200)
  })

  test('is compared in the default currency of the client; without an exchange rate it needs the sign-in', async () => {
    const db = world.database.kysely
    await db.insertInto('currencies').values({ currency_id: 3, currency_code: 'JPY', name: 'Yen', symbol: '¥', digits: 0 }).execute()
    await db.insertInto('member_group_currencies').values({ member_group_id: 1, currency_id: 3 }).execute()
    await configure({ sign_in_above: '1000' })
    const ofYen = async (total: string) => {
      const id = await made({ advertiser_id: null, currency_code: 'JPY', total, lines: [{ ...line, amount: '300' }] })
      await submit(id)
      return (await read(id)).needs_sign_in
    }
    expect(await ofYen('500')).toBe(true)
    await db
      .insertInto('exchange_rates')
      .values([
        { currency_code: 'USD', day: '2026-11-01', per_usd: '1' },
        { currency_code: 'JPY', day: '2026-11-01', per_usd: '150' },
      ])
      .execute()
    expect([await ofYen('150000'), await ofYen('150001')]).toEqual([false, true])
  })

  test('keeps from which address it was sent, which only the client sees', async () => {
    const id = await made()
    await submit(id)
    await approve(id, 'clientAdmin')
    const addressOf = async (name: CallerName) => [
      (await read(id, name)).current.approvals[0].address,
      (await versionsOf(id, name))[0]?.approvals[0]?.address,
    ]
    expect(await addressOf('clientAdmin')).toEqual(['127.0.0.1', '127.0.0.1'])
    expect(await addressOf('advertiserAdmin')).toEqual([null, null])
  })
})

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)
const attach = (id: number, bytes: Buffer, name = 'Purchase order.pdf', caller: CallerName = 'clientAdmin') =>
  world.as(caller).send(insertionOrders.attach, { ...at(id), body: { name, content: bytes.toString('base64') } })
const ofDocument = (id: number, attachmentId: number) => ({ path: { memberGroupId: 1, insertionOrderId: id, attachmentId } })
const detach = (id: number, attachmentId: number, caller: CallerName = 'clientAdmin') =>
  world.as(caller).send(insertionOrders.detach, ofDocument(id, attachmentId))
const download = (id: number, attachmentId: number, caller: CallerName) =>
  world.as(caller).send(insertionOrders.attachment, ofDocument(id, attachmentId))

describe('a document of an order', () => {
  test('is added by the client, and downloaded by both sides', async () => {
    const id = await made()
    const { status, reply } = await attach(id, pdf('one'), 'Bestellung “A”.pdf')
    const { attachment_id } = reply.result
    expect([status, reply.result]).toEqual([
      200,
      {
        attachment_id,
        name: 'Bestellung “A”.pdf',
        bytes: pdf('one').length,
        at: '2026-11-21T10:00:00.000Z',
        user: expect.any(String),
        is_approved: false,
      },
    ])
    for (const caller of ['clientAdmin', 'clientViewer', 'advertiserAdmin'] as const) {
      const file = await download(id, attachment_id, caller)
      expect([file.status, file.text]).toEqual([200, pdf('one').toString()])
      expect(file.headers.get('content-type')).toBe('application/pdf')
      expect(file.headers.get('content-disposition')).toContain(`filename*=UTF-8''Bestellung`)
      expect((await read(id, caller)).attachments).toEqual([reply.result])
    }
    expect((await download(id, attachment_id, 'advertiserViewer')).status).toBe(404)
    expect((await attach(id, pdf('two'), 'a.pdf', 'advertiserAdmin')).status).toBe(403)
    expect((await detach(id, attachment_id, 'advertiserAdmin')).status).toBe(403)
    expect((await historyOf(id))[0]).toEqual(['changed', ['attachment', null, 'Bestellung “A”.pdf']])
    expect((await download(await made(), attachment_id, 'clientAdmin')).status).toBe(404)
  })

  test('is a PDF of at most 5 MB', async () => {
    const id = await made()
    const field = async (bytes: Buffer, name?: string) => {
      const { status, reply } = await attach(id, bytes, name)
      return [status, reply.fields?.[0]?.path]
    }
    expect(await field(Buffer.from('<html>no PDF</html>'))).toEqual([422, 'content'])
    expect(await field(pdf('x'), 'page.html')).toEqual([422, 'name'])
    const whole = Buffer.concat([pdf(''), Buffer.alloc(maxAttachmentBytes - pdf('').length, 7)])
    expect(await field(Buffer.concat([whole, Buffer.from('.')]))).toEqual([422, 'content'])
    const { status, reply } = await attach(id, whole)
    expect([status, reply.result.bytes]).toEqual([200, maxAttachmentBytes])
    const { content } = await world.database.kysely
      .selectFrom('insertion_order_attachments')
      .select('content')
      .where('attachment_id', '=', reply.result.attachment_id)
      .executeTakeFirstOrThrow()
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(Buffer.from(content, 'base64'))).toBe(hash(whole))
    const { status: large } = await world.raw(`v1/member_groups/1/insertion_orders/${id}/attachments`, {
      method: 'POST',
      headers: { Authorization: 'Bearer token-of-clientAdmin', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'a.pdf', content: 'A'.repeat(7_000_000) }),
    })
    expect(large).toBe(413)
  })

  test('stays once a version was approved, and is stored once', async () => {
    const id = await made()
    const early = (await attach(id, pdf('early'))).reply.result
    expect((await attach(id, pdf('early'))).reply.result).toEqual(early)
    const removed = (await attach(id, pdf('removed'), 'draft.pdf')).reply.result
    expect((await detach(id, removed.attachment_id)).status).toBe(200)
    expect((await detach(id, removed.attachment_id)).status).toBe(404)
    await submit(id)
    await approve(id, 'clientAdmin')
    expect((await read(id)).attachments).toMatchObject([{ attachment_id: early.attachment_id, is_approved: true }])
    expect(codeOf(await detach(id, early.attachment_id))).toEqual([409, 'status', 'attachment_approved'])
  })

  test('can be added after the end of the order, and an order has at most ten', async () => {
    const id = await made()
    await submit(id)
    await approve(id, 'clientAdmin')
    await approve(id, 'advertiserAdmin')
    const { database } = world
    const writer = { database, now: fixedNow, scope: { memberGroupId: 1, advertisers: 'all' } } as const
    const order = { member_group_id: 1, insertion_order_id: id }
    await applyEnd(writer, { ...order, status: 'approved', cause: 'days', continuesOnFunds: false } as never) // the job finds the rest
    for (let index = 0; index < 10; index++) expect((await attach(id, pdf(String(index)))).status).toBe(200)
    expect(codeOf(await attach(id, pdf('eleventh')))).toEqual([409, 'status', 'too_many_attachments'])
  })
})

const linked = async (id: number) => {
  const { campaigns } = (await world.as('clientAdmin').send(insertionOrders.campaigns, at(id))).reply.result
  return Object.fromEntries(
    campaigns.map(({ campaign_id, line_id }: { campaign_id: number; line_id: number | null }) => [campaign_id, line_id]),
  )
}
const linkCampaigns = (id: number, links: Record<number, number | null>) =>
  Promise.all(
    Object.entries(links).map(([campaign_id, insertion_order_line_id]) =>
      world.database.kysely
        .updateTable('campaigns')
        .set({ insertion_order_id: id, insertion_order_line_id, insertion_order_linked_at: fixedNow() })
        .where('campaign_id', '=', Number(campaign_id))
        .execute(),
    ),
  )

describe('a removed line', () => {
  const kept = (...ids: number[]) => ids.map((line_id) => ({ ...line, name: `Line ${line_id}`, line_id }))

  test('gives its campaigns to another line, or to none, in the same change', async () => {
    const id = await made()
    await linkCampaigns(id, { 10: 1, 11: 2 })
    expect(codeOf(await change(id, { lines: kept(2, 3) }))).toEqual([422, 'lines', 'line_in_use'])
    const moves = [
      { line_id: 1, to_line_id: 3 },
      { line_id: 2, to_line_id: null },
    ]
    const { version } = await read(id)
    const { status, reply } = await change(id, { lines: kept(3), moves })
    expect([status, reply.result.version]).toEqual([200, version + 1])
    expect(await linked(id)).toEqual({ 10: 3, 11: null })
    const history = await historyOf(id)
    expect(history.filter(([kind]: [string]) => kind === 'linked')).toHaveLength(2)
  })

  test('of an order in force moves its campaigns at once, and its approval finds them moved', async () => {
    const id = await made()
    await submit(id)
    await approve(id, 'clientAdmin')
    await approve(id, 'advertiserAdmin')
    await linkCampaigns(id, { 10: 1 })
    expect((await change(id, { lines: kept(2, 3), moves: [{ line_id: 1, to_line_id: 2 }] })).status).toBe(200)
    expect([await linked(id), (await read(id)).lines.length]).toEqual([{ 10: 2 }, 3])
    await approve(id, 'clientAdmin')
    expect((await approve(id, 'advertiserAdmin')).reply.result.lines).toHaveLength(2)
  })

  test('gives its campaigns only to a line that the order has and keeps', async () => {
    const id = await made()
    await linkCampaigns(id, { 10: 1 })
    const refused = async (to_line_id: number, line_id = 1) => {
      const { status, reply } = await change(id, { lines: kept(2), moves: [{ line_id, to_line_id }] })
      return [status, reply.fields?.[0]?.path]
    }
    expect(await refused(3)).toEqual([422, 'moves.0.to_line_id'])
    expect(await refused(9)).toEqual([422, 'moves.0.to_line_id'])
    expect(await refused(2, 9)).toEqual([422, 'moves.0.line_id'])
    expect(await linked(id)).toEqual({ 10: 1 })
  })
})

test('a line for an experience keeps the name with which it was written', async () => {
  const at1 = { path: { memberGroupId: 1 } }
  const { experiences } = (await world.as('clientAdmin').send(contract.experiences.list, { ...at1, query: {} })).reply.result
  const [{ experience_id, name }] = experiences
  const lines = [{ ...line, experience_id }]
  const id = await made({ lines })
  const stored = async (): Promise<OrderLine[]> => (await read(id)).lines
  expect((await stored())[0]).toMatchObject({ channel: null, experience: { experience_id, name } })
  await world.database.kysely.updateTable('experiences').set({ name: 'Renamed' }).where('experience_id', '=', experience_id).execute()
  await change(id, { lines: [{ ...line, line_id: 1, experience_id, amount: '400' }] })
  expect((await stored())[0]?.experience).toEqual({ experience_id, name })
  await change(id, {
    lines: [
      { ...line, line_id: 1, channel: 'onsite' },
      { ...line, experience_id },
    ],
  })
  expect((await stored()).map(({ channel, experience }) => [channel, experience?.name])).toEqual([
    ['onsite', undefined],
    [null, 'Renamed'],
  ])
  const field = async (other: object) => (await make({ lines: [{ ...line, ...other }] })).reply.fields[0].path
  expect([await field({ experience_id: 2 }), await field({ experience_id, channel: 'onsite' })]).toEqual([
    'lines.0.experience_id',
    'lines.0.experience_id',
  ])
})

test('one version is read by its number', async () => {
  const id = await made()
  const [version] = await versionsOf(id)
  const one = (versionId: number, insertionOrderId = id, name: CallerName = 'advertiserAdmin') =>
    world.as(name).send(insertionOrders.version, { path: { memberGroupId: 1, insertionOrderId, versionId } })
  expect((await one(1)).reply.result).toEqual(version)
  expect([(await one(2)).status, (await one(1, 9999)).status, (await one(1, id, 'advertiserViewer')).status]).toEqual([404, 404, 404])
})
