import { describe, expect, test } from 'vitest'
import { endOverdue } from '../../demo/platform/delivery/endings.ts'
import { applyEnd } from '../../demo/platform/insertion-orders/decide.ts'
import { hashOf } from '../../demo/platform/insertion-orders/versions.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { insertionOrders } = contract
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-orders` })
const match = (version: number) => ({ 'If-Match': String(version) })
const client = { memberGroupId: 1 }
const at = (insertionOrderId: number, memberGroupId = 1) => ({ path: { memberGroupId, insertionOrderId } })
const days = { start_date: '2026-11-01', end_date: '2026-12-31' }
const line = { name: 'Clicks', type: 'fixed' as const, amount: '600', ...days }
const terms = { advertiser_id: 1, name: ' Winter ', ...days, total: '1000', lines: [line, { ...line, name: 'Views', amount: '350' }] }

const make = (body: object = {}, name: CallerName = 'clientAdmin', memberGroupId = 1) =>
  world.as(name).send(insertionOrders.create, { path: { memberGroupId }, body: { ...terms, ...body } as never }, keyed()) // tests send what no form would
const made = async (body: object = {}): Promise<number> => (await make(body)).reply.result.insertion_order_id
const one = (id: number, name: CallerName = 'clientAdmin') => world.as(name).send(insertionOrders.one, at(id))
const read = async (id: number, name: CallerName = 'clientAdmin') => (await one(id, name)).reply.result
const change = (id: number, version: number, body: object, name: CallerName = 'clientAdmin') =>
  world.as(name).send(insertionOrders.change, { ...at(id), body: body as never }, match(version)) // as above
const submit = (id: number, version: number) => world.as('clientAdmin').send(insertionOrders.submit, at(id), match(version))
const withdraw = (id: number, version: number) => world.as('clientAdmin').send(insertionOrders.withdraw, at(id), match(version))
type Approver = keyof typeof people
const approve = (id: number, version: number, name: Approver, body: object = {}) =>
  world.as(name).send(insertionOrders.approve, { ...at(id), body: { last_edited_by: people[name].userId, ...body } }, match(version))
const close = (id: number, version: number, name: Approver = 'clientAdmin', body: object = {}) =>
  world.as(name).send(insertionOrders.close, { ...at(id), body: { last_edited_by: people[name].userId, ...body } }, match(version))
const config = (body: object, version: number, name: CallerName = 'clientAdmin') =>
  world.as(name).send(insertionOrders.changeConfig, { path: client, body: body as never }, match(version)) // as above
const list = async (name: CallerName = 'clientAdmin', body: object = {}) =>
  (await world.as(name).send(insertionOrders.report, { path: client, body })).reply.result
const named = (page: { insertion_orders: { name: string }[] }) => page.insertion_orders.map(({ name }) => name)
const codeOf = ({ reply }: { reply: { fields?: { path: string; code?: string }[] } }) => [reply.fields?.[0]?.path, reply.fields?.[0]?.code]

/** An order that both sides have approved; its version is 4. */
async function approved(body: object = {}): Promise<number> {
  const id = await made(body)
  await submit(id, 1)
  await approve(id, 2, 'clientAdmin')
  await approve(id, 3, 'advertiserAdmin')
  return id
}
const charge = (insertion_order_id: number, units: number, campaign_id = 10) =>
  world.database.kysely
    .insertInto('insertion_order_spend')
    .values({ member_group_id: 1, insertion_order_id, line_id: 1, campaign_id, day: '2026-11-10', micros: units * 1_000_000 })
    .execute()
const linkCampaign = (campaign_id: number, insertion_order_id: number, insertion_order_line_id: number | null) =>
  world.database.kysely
    .updateTable('campaigns')
    .set({ insertion_order_id, insertion_order_line_id })
    .where('campaign_id', '=', campaign_id)
    .execute()

describe('an insertion order', () => {
  test('is created open, with a number, its lines and its sums', async () => {
    const { status, reply } = await make({ total: '1000.50', po_number: ' PO-1 ' })
    expect(status).toBe(200)
    expect(reply.result).toMatchObject({
      name: 'Winter',
      number: 'IO-0001',
      status: 'open',
      status_id: 1,
      advertiser_name: 'Advertiser-mark-1.',
      currency_code: 'USD',
      po_number: 'PO-1',
      money: { total: '1000.5', allocated: '950', spent: '0', remaining: '1000.5', elapsed_share: 20 / 61 },
      waits_for: 'submit',
      needs_me: true,
      waiting_since: null,
      version_id: 1,
      proposed: null,
      author: { user_id: 3 },
      missing_approvals: [],
      lines: [
        { line_id: 1, name: 'Clicks', amount: '600' },
        { line_id: 2, name: 'Views', amount: '350' },
      ],
      actions: {
        change: null,
        submit: null,
        withdraw: { code: 'wrong_status' },
        approve: { code: 'wrong_status' },
        close: null,
        copy: null,
      },
      version: 1,
    })
    expect(reply.result.current.hash).toMatch(/^[\da-f]{64}$/)
  })

  test('takes the amount of a line from its rate and quantity', async () => {
    const lines = [{ ...line, type: 'cpm', rate: '8', quantity: 100_000, amount: undefined }]
    expect((await make({ lines })).reply.result.lines).toMatchObject([{ rate: '8', quantity: 100_000, amount: '800' }])
  })

  test.each([
    ['total', { total: '0' }],
    ['total', { total: '1.001' }],
    ['total', { total: '999999999999' }],
    ['end_date', { end_date: '2026-10-31' }],
    ['lines', { total: '949.99' }],
    ['lines.0.amount', { lines: [{ ...line, amount: '1.001' }] }],
    ['lines.0.amount', { lines: [{ ...line, amount: undefined }] }],
    ['lines.0.end_date', { lines: [{ ...line, end_date: '2027-01-01' }] }],
    ['lines.0.line_id', { lines: [{ ...line, line_id: 7 }] }],
    ['currency_code', { currency_code: 'EUR' }],
    ['currency_code', { currency_code: 'EUR', advertiser_id: null }],
  ])('is refused at %s with %j', async (path, body) => {
    const { status, reply } = await make(body)
    expect([status, reply.fields[0].path]).toEqual([422, path])
  })

  test('in yen has no decimals', async () => {
    const { kysely } = world.database
    await kysely.insertInto('currencies').values({ currency_id: 2, currency_code: 'JPY', name: 'Yen', symbol: '¥', digits: 0 }).execute()
    await kysely.insertInto('member_group_currencies').values({ member_group_id: 1, currency_id: 2 }).execute()
    await kysely.updateTable('advertisers').set({ currency_code: 'JPY' }).where('advertiser_id', '=', 1).execute()
    expect(codeOf(await make({ total: '1000.5' }))[0]).toBe('total')
    expect(codeOf(await make({ lines: [{ ...line, amount: '600.5' }] }))[0]).toBe('lines.0.amount')
    // 1,500 impressions at a CPM of 5 are 7.5, which is 8 yen.
    const lines = [{ ...line, type: 'cpm', rate: '5', quantity: 1500, amount: undefined }]
    const id = await approved({ total: '1001', lines })
    await charge(id, 1)
    expect(await read(id)).toMatchObject({
      ...{ currency_code: 'JPY', currency_digits: 0, lines: [{ amount: '8' }] },
      // 1,000 for the 41 days from today are 24.39.
      money: { total: '1001', allocated: '8', spent: '1', remaining: '1000', needed_per_day: '24' },
    })
  })

  test('keeps markup in names, numbers and texts as it was written', async () => {
    const markup = `<img src=x onerror="alert(1)">`
    await config({ legal_text: markup }, 1)
    const id = await made({ name: markup, po_number: '<b>PO</b>', notes: markup, lines: [{ ...line, name: markup }] })
    const written = { name: markup, po_number: '<b>PO</b>', notes: markup, lines: [{ name: markup }] }
    const { reply, headers } = await submit(id, 1)
    expect(reply.result).toMatchObject({ ...written, current: { terms: written, legal_text: markup } })
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('with a total lowered to what is spent ends as soon as version 2 is approved', async () => {
    const id = await approved()
    await charge(id, 400)
    const lines = [{ ...line, line_id: 1, amount: '300' }]
    expect((await change(id, 4, { total: '400', lines })).status).toBe(200)
    await endOverdue(world.database.kysely, fixedNow())
    expect((await read(id)).status).toBe('approved')
    await approve(id, 5, 'clientAdmin')
    expect((await approve(id, 6, 'advertiserAdmin')).reply.result).toMatchObject({
      status: 'approved',
      version_id: 2,
      money: { remaining: '0' },
    })
    await endOverdue(world.database.kysely, fixedNow())
    expect(await read(id)).toMatchObject({ status: 'ended', version_id: 2, money: { total: '400', spent: '400' } })
  })

  test('is refused with another amount than the rate times the quantity', async () => {
    const lineOf = (amount: string) => [{ ...line, type: 'cpm', rate: '8', quantity: 100_000, amount }]
    const { status, reply } = await make({ lines: lineOf('700') })
    const field = { path: 'lines.0.amount', code: 'amount_mismatch', values: { expected: '800' } }
    expect([status, reply.fields]).toMatchObject([422, [field]])
    expect((await make({ lines: lineOf('800.00') })).reply.result.lines).toMatchObject([{ amount: '800' }])
  })

  test('is submitted, approved by both sides, changed as version 2, approved again, and closed', async () => {
    const id = await made()
    expect((await submit(id, 1)).reply.result).toMatchObject({ status: 'pending', waits_for: 'any_approval', needs_me: true })
    const first = (await approve(id, 2, 'clientAdmin', { name: 'C. Admin' })).reply.result
    expect(first).toMatchObject({ status: 'pending', waits_for: 'advertiser_approval', missing_approvals: ['advertiser'], needs_me: false })
    expect(await read(id, 'advertiserAdmin')).toMatchObject({
      needs_me: true,
      actions: { approve: null, change: { code: 'no_permission' } },
    })
    const second = (await approve(id, 3, 'advertiserAdmin', { hash: first.current.hash })).reply.result
    expect(second).toMatchObject({
      status: 'approved',
      waits_for: 'campaigns',
      current: { approvals: [{ name: 'C. Admin' }, { side: 'advertiser' }] },
    })
    const lines = [
      { ...line, line_id: 2, amount: '900' },
      { ...line, name: 'More', amount: '100' },
    ]
    const proposed = (await change(id, 4, { total: '1200', lines })).reply.result
    expect(proposed).toMatchObject({
      status: 'approved',
      money: { total: '1000' },
      version_id: 1,
      proposed_version_id: 2,
      proposed: { terms: { total: '1200', lines: [{ line_id: 2 }, { line_id: 3, name: 'More' }] }, approvals: [] },
    })
    await approve(id, 5, 'clientAdmin')
    expect((await approve(id, 6, 'advertiserAdmin')).reply.result).toMatchObject({
      version_id: 2,
      proposed: null,
      money: { total: '1200', allocated: '1000' },
    })
    const { versions } = (await world.as('clientViewer').send(insertionOrders.versions, at(id))).reply.result
    expect(versions).toMatchObject([
      { version_id: 2, replaced_at: null },
      { version_id: 1, replaced_at: '2026-11-21T10:00:00.000Z' },
    ])
    expect((await close(id, 7, 'clientAdmin', { reason: 'Done' })).reply.result).toMatchObject({
      status: 'closed',
      closed: { by: 'clientAdmin', reason: 'Done' },
      waits_for: 'nothing',
    })
    for (const response of [await change(id, 8, { name: 'x' }), await submit(id, 8), await withdraw(id, 8), await close(id, 8)])
      expect([response.status, codeOf(response)]).toEqual([409, ['status', 'wrong_status']])
  })

  test('says since when the version that needs approval waits', async () => {
    const since = async (id: number) => {
      const [listed] = (await list()).insertion_orders
      expect(listed.waiting_since).toBe((await read(id)).waiting_since)
      return listed.waiting_since
    }
    const submittedAt = (version_id: number, submitted_at: string) =>
      world.database.kysely.updateTable('insertion_order_versions').set({ submitted_at }).where('version_id', '=', version_id).execute()
    const id = await made()
    expect(await since(id)).toBeNull()
    await submit(id, 1)
    await submittedAt(1, '2026-11-19T08:00:00Z')
    expect(await since(id)).toBe('2026-11-19T08:00:00.000Z')
    await approve(id, 2, 'clientAdmin')
    expect(await since(id)).toBe('2026-11-19T08:00:00.000Z')
    await approve(id, 3, 'advertiserAdmin')
    expect(await since(id)).toBeNull()
    await change(id, 4, { total: '1100' })
    await submittedAt(2, '2026-11-20T08:00:00Z')
    expect(await since(id)).toBe('2026-11-20T08:00:00.000Z')
    await close(id, 5)
    expect(await since(id)).toBeNull()
  })

  test('is not changed, submitted, approved or closed with an outdated version', async () => {
    const id = await made()
    await change(id, 1, { notes: 'First' })
    for (const { status } of [await change(id, 1, { notes: 'Second' }), await submit(id, 1), await close(id, 1)]) expect(status).toBe(412)
    await submit(id, 2)
    expect((await approve(id, 2, 'clientAdmin')).status).toBe(412)
  })

  test('is approved and closed only by the user that the request names', async () => {
    const id = await made()
    await submit(id, 1)
    const responses = [await approve(id, 2, 'clientAdmin', { last_edited_by: 1 }), await close(id, 2, 'superUser', { last_edited_by: 3 })]
    for (const { status, reply } of responses) expect([status, reply.fields[0].path]).toEqual([422, 'last_edited_by'])
  })

  test('is not approved if the terms have changed since they were read', async () => {
    const id = await made()
    const { hash } = (await submit(id, 1)).reply.result.current
    await change(id, 2, { notes: 'Other notes' })
    const { current } = (await submit(id, 3)).reply.result
    expect(current.hash).not.toBe(hash)
    const response = await approve(id, 4, 'clientAdmin', { hash })
    expect([response.status, codeOf(response)]).toEqual([409, ['status', 'terms_changed']])
    expect((await approve(id, 4, 'clientAdmin', { hash: current.hash })).status).toBe(200)
  })

  test('is not approved by its author, or twice by one side, if the client forbids it', async () => {
    await config({ may_author_approve: false }, 1)
    const id = await made()
    await submit(id, 1)
    expect((await read(id)).needs_me).toBe(false)
    expect(codeOf(await approve(id, 2, 'clientAdmin'))).toEqual(['status', 'author_may_not_approve'])
    expect((await approve(id, 2, 'superUser')).status).toBe(200)
    expect(codeOf(await approve(id, 3, 'internalAdmin'))).toEqual(['status', 'side_approved_already'])
    expect((await read(id, 'internalAdmin')).actions.approve).toMatchObject({ code: 'side_approved_already' })
  })

  test('for all advertisers is approved by the client alone', async () => {
    const id = await made({ advertiser_id: null })
    await linkCampaign(10, id, 2)
    await submit(id, 1)
    expect((await read(id, 'advertiserAdmin')).actions.approve).toMatchObject({ code: 'not_your_side' })
    expect((await approve(id, 2, 'advertiserAdmin')).status).toBe(409)
    expect((await approve(id, 2, 'clientAdmin')).reply.result.status).toBe('approved')
  })

  test('has hashes that its versions as they are read give again', async () => {
    const id = await approved()
    const lines = [
      { ...line, line_id: 2, amount: '300.00' },
      { ...line, line_id: 1, type: 'cpm', rate: '8.00', quantity: 1000, amount: undefined },
    ]
    expect((await change(id, 4, { lines, total: '1000.00' })).status).toBe(200)
    const { versions } = (await world.as('clientAdmin').send(insertionOrders.versions, at(id))).reply.result
    expect(versions).toHaveLength(2)
    for (const version of versions) expect(hashOf(version)).toBe(version.hash)
  })

  test('keeps the number of approvals that it was submitted with', async () => {
    const id = await made()
    await submit(id, 1)
    await approve(id, 2, 'clientAdmin')
    await config({ needs_two_approvals: false }, 1)
    expect(await read(id)).toMatchObject({ needs_two_approvals: true, missing_approvals: ['advertiser'], waits_for: 'advertiser_approval' })
    expect((await approve(id, 3, 'advertiserAdmin')).reply.result.status).toBe('approved')
    const next = await made()
    expect((await read(next)).needs_two_approvals).toBe(false)
    await submit(next, 1)
    await config({ needs_two_approvals: true }, 2)
    expect((await approve(next, 2, 'clientAdmin')).reply.result).toMatchObject({ status: 'approved', needs_two_approvals: false })
  })

  test('needs one approval of any side if the client says so', async () => {
    await config({ needs_two_approvals: false }, 1)
    const id = await made()
    await submit(id, 1)
    expect((await approve(id, 2, 'advertiserAdmin')).reply.result.status).toBe('approved')
  })

  test('keeps the legal text that it was submitted with', async () => {
    await config({ legal_text: 'First terms.' }, 1)
    const id = await made()
    await config({ legal_text: 'Second terms.' }, 2)
    const { current } = (await submit(id, 1)).reply.result
    expect(current).toMatchObject({ legal_text: 'Second terms.', locale: 'en-US' })
    await config({ legal_text: 'Third terms.' }, 3)
    await approve(id, 2, 'clientAdmin')
    const { reply } = await approve(id, 3, 'advertiserAdmin', { hash: current.hash })
    expect(reply.result.current).toMatchObject({ legal_text: 'Second terms.', hash: current.hash })
  })

  test('has the legal text of its language, or that of the default language', async () => {
    await config({ legal_text: 'Terms.', legal_texts: { de: 'Bedingungen.' } }, 1)
    const id = await made({ locale: 'de' })
    const german = { legal_text: 'Bedingungen.', locale: 'de' }
    expect((await submit(id, 1)).reply.result.current).toMatchObject(german)
    await approve(id, 2, 'clientAdmin')
    expect((await approve(id, 3, 'advertiserAdmin')).reply.result.current).toMatchObject(german)
    expect((await change(id, 4, { locale: 'de' })).reply.result.proposed).toBeNull()
    const { proposed } = (await change(id, 4 + 1, { locale: 'es' })).reply.result
    expect(proposed).toMatchObject({ legal_text: 'Terms.', locale: 'en-US', version_id: 2 })
    expect((await config({ legal_text: '', legal_texts: {} }, 2)).reply.result).toMatchObject({ legal_text: '', text_version: 3 })
    expect((await make({ locale: 'de' })).reply.result.current).toMatchObject({ legal_text: '', locale: 'en-US' })
  })

  test('is open again after a change or a withdrawal, and loses its approvals', async () => {
    const id = await made()
    await submit(id, 1)
    await approve(id, 2, 'clientAdmin')
    expect((await change(id, 3, { internal_notes: 'Only ours' })).reply.result).toMatchObject({
      status: 'pending',
      missing_approvals: ['advertiser'],
    })
    expect((await change(id, 4, { total: '1100' })).reply.result).toMatchObject({
      status: 'open',
      current: { approvals: [], submitted_at: null },
    })
    await submit(id, 5)
    expect((await withdraw(id, 6)).reply.result).toMatchObject({ status: 'open', current: { submitted_at: null } })
  })

  test('keeps its terms while new ones wait; a withdrawal drops these, and notes and purchase order need no approval', async () => {
    const id = await approved()
    const notes = (await change(id, 4, { internal_notes: 'Ours', po_number: 'PO-9' })).reply.result
    expect(notes).toMatchObject({ internal_notes: 'Ours', po_number: 'PO-9', proposed: null, current: { terms: { po_number: null } } })
    await change(id, 5, { name: 'Second' })
    await approve(id, 6, 'clientAdmin')
    expect((await change(id, 7, { name: 'Third' })).reply.result.proposed).toMatchObject({ terms: { name: 'Third' }, approvals: [] })
    expect((await withdraw(id, 8)).reply.result).toMatchObject({ name: 'Winter', proposed: null, status: 'approved' })
    expect(codeOf(await withdraw(id, 9))).toEqual(['status', 'nothing_to_approve'])
  })

  test('never falls below what is spent, at the proposal and at its approval', async () => {
    const id = await approved()
    await charge(id, 400)
    const lines = [{ ...line, line_id: 1, amount: '300' }]
    expect(codeOf(await change(id, 4, { total: '390', lines }))).toEqual(['total', 'total_below_spent'])
    expect((await change(id, 4, { total: '400', lines })).status).toBe(200)
    await approve(id, 5, 'clientAdmin')
    await charge(id, 1, 11)
    expect((await read(id, 'advertiserAdmin')).actions.approve).toEqual({ code: 'total_below_spent', values: { least: '401' } })
    const response = await approve(id, 6, 'advertiserAdmin')
    expect([response.status, codeOf(response)]).toEqual([409, ['status', 'total_below_spent']])
    expect((await read(id)).money).toMatchObject({ total: '1000', spent: '401', remaining: '599' })
  })

  test('keeps a line with linked campaigns', async () => {
    const id = await made()
    await linkCampaign(10, id, 2)
    expect(codeOf(await change(id, 1, { lines: [{ ...line, line_id: 1 }] }))).toEqual(['lines', 'line_in_use'])
    expect((await change(id, 1, { lines: [{ ...line, line_id: 2, amount: '300' }, line] })).reply.result.lines).toMatchObject([
      { line_id: 2 },
      { line_id: 3 },
    ])
  })

  test('is submitted only if it is complete', async () => {
    const empty = await made({ lines: [] })
    expect((await read(empty)).actions.submit).toEqual({ code: 'no_lines', values: {} })
    expect(codeOf(await submit(empty, 1))).toEqual(['status', 'no_lines'])
    await config({ must_lines_cover_total: true }, 1)
    expect(codeOf(await submit(await made(), 1))).toEqual(['status', 'lines_below_total'])
  })

  test('is submitted and approved until its last day in the time zone of its advertiser, and proposed with a later one', async () => {
    // 2026-11-21 10:00 in UTC is already the 22nd in Kiritimati, and still the 20th where each day ends last.
    const zoned = (zone: string) => world.database.kysely.updateTable('advertisers').set({ time_zone: zone }).execute()
    const until = (end_date: string, advertiser_id: number | null = 1) => ({
      ...{ advertiser_id, start_date: '2026-11-01', end_date },
      lines: [{ ...line, end_date }],
    })
    const id = await made(until('2026-11-21'))
    await zoned('Pacific/Kiritimati')
    expect((await read(id)).actions.submit).toEqual({ code: 'over', values: { end_date: '2026-11-21' } })
    expect(codeOf(await submit(id, 1))).toEqual(['status', 'over'])
    await zoned('UTC')
    expect((await submit(id, 1)).status).toBe(200)
    await zoned('Pacific/Kiritimati')
    expect((await read(id)).actions.approve).toMatchObject({ code: 'over' })
    const refused = await approve(id, 2, 'clientAdmin')
    expect([refused.status, codeOf(refused)]).toEqual([409, ['status', 'over']])
    await zoned('UTC')
    expect((await approve(id, 2, 'clientAdmin')).status).toBe(200)
    expect((await approve(id, 3, 'advertiserAdmin')).reply.result.status).toBe('approved')
    await zoned('Pacific/Kiritimati')
    expect(codeOf(await change(id, 4, { notes: 'Longer' }))).toEqual(['end_date', 'over'])
    expect((await change(id, 4, { end_date: '2026-11-22' })).reply.result.proposed.terms.end_date).toBe('2026-11-22')
    const [shared, over] = [await made(until('2026-11-20', null)), await made(until('2026-11-19', null))]
    expect([(await submit(shared, 1)).status, codeOf(await submit(over, 1))]).toEqual([200, ['status', 'over']])
  })

  test('needs a purchase order number that matches, if the client requires one', async () => {
    await config({ is_purchase_order_required: true, purchase_order_pattern: 'PO-99' }, 1)
    expect(codeOf(await make({ po_number: 'PO-1' }))).toEqual(['po_number', 'po_mismatch'])
    const id = await made()
    expect(codeOf(await submit(id, 1))).toEqual(['status', 'po_missing'])
    await change(id, 1, { po_number: 'PO-12' })
    expect((await submit(id, 2)).status).toBe(200)
  })

  test('keeps a needed purchase order number after it was submitted', async () => {
    await config({ is_purchase_order_required: true }, 1)
    const id = await made({ po_number: 'PO-1' })
    expect((await change(id, 1, { po_number: null })).status).toBe(200)
    await change(id, 2, { po_number: 'PO-1' })
    await submit(id, 3)
    const pending = await change(id, 4, { po_number: null })
    await approve(id, 4, 'clientAdmin')
    await approve(id, 5, 'advertiserAdmin')
    const inForce = await change(id, 6, { po_number: null })
    for (const response of [pending, inForce]) expect([response.status, codeOf(response)]).toEqual([422, ['po_number', 'po_missing']])
    expect((await change(id, 6, { po_number: 'PO-2' })).status).toBe(200)
  })

  test('is checked only where it is changed', async () => {
    const [open, inForce] = [await made({ po_number: 'PO-1' }), await approved({ po_number: 'PO-1' })]
    await config({ purchase_order_pattern: 'A9' }, 1)
    await world.database.kysely.updateTable('insertion_order_lines').set({ amount: 2_000_000_000 }).where('line_id', '=', 1).execute()
    expect((await change(open, 1, { name: 'Other', po_number: 'PO-1' })).status).toBe(200)
    expect(codeOf(await change(open, 2, { po_number: 'PO-2' }))).toEqual(['po_number', 'po_mismatch'])
    expect(codeOf(await change(open, 2, { total: '1100' }))).toEqual(['lines', 'lines_exceed_total'])
    expect(codeOf(await change(open, 2, { end_date: '2026-12-30' }))).toEqual(['lines.0.end_date', 'line_outside_order'])
    const lines = [{ ...line, line_id: 1 }]
    expect((await change(inForce, 4, { name: 'Other', lines })).reply.result.proposed.terms).toMatchObject({ name: 'Other' })
  })

  test('is copied as a new open order', async () => {
    const id = await approved({ po_number: 'PO-1' })
    const copy = () => world.as('clientAdmin').send(insertionOrders.copy, { ...at(id), body: { name: 'Again' } }, keyed())
    expect((await copy()).reply.result).toMatchObject({
      ...days,
      name: 'Again',
      po_number: null,
      number: 'IO-0002',
      status: 'open',
      version_id: 1,
      lines: [{ amount: '600' }, { amount: '350' }],
      current: { approvals: [] },
    })
    await config({ is_insertion_order_enabled: false }, 1)
    expect([codeOf(await copy()), codeOf(await make())]).toEqual(Array.from({ length: 2 }, () => ['status', 'orders_disabled']))
  })

  test('is copied with its days from today if they are over', async () => {
    const past = { start_date: '2026-09-01', end_date: '2026-09-30' }
    const id = await made({ ...past, lines: [{ ...line, start_date: '2026-09-11', end_date: '2026-09-30' }] })
    const copy = await world.as('clientAdmin').send(insertionOrders.copy, { ...at(id), body: { name: 'Again' } }, keyed())
    expect(copy.reply.result).toMatchObject({
      ...{ start_date: '2026-11-21', end_date: '2026-12-20' },
      lines: [{ start_date: '2026-12-01', end_date: '2026-12-20' }],
    })
  })

  test('names its editor and what it needs per day once it is approved', async () => {
    const id = await made()
    expect((await read(id)).money.needed_per_day).toBeNull()
    await submit(id, 1)
    expect((await approve(id, 2, 'advertiserAdmin')).reply.result).toMatchObject({ edited_by: { user_id: 5 }, version: 3 })
    // 1,000 for the 41 days from today.
    expect((await approve(id, 3, 'clientAdmin')).reply.result).toMatchObject({
      money: { needed_per_day: '24.39' },
      edited_by: { user_id: 3 },
      ended_at: null,
      continues_on_funds: false,
    })
  })

  test('ends by a job, which drops a waiting version', async () => {
    const id = await approved()
    await change(id, 4, { name: 'Second' })
    const writer = { database: world.database, now: fixedNow, scope: { memberGroupId: 1, advertisers: 'all' as const } }
    await applyEnd(writer, { member_group_id: 1, insertion_order_id: id, status: 'approved', cause: 'days', continuesOnFunds: true })
    const ended = { status: 'ended', ended_at: '2026-11-21T10:00:00.000Z', continues_on_funds: true }
    expect(await read(id)).toMatchObject({ ...ended, name: 'Winter', proposed: null, edited_by: null, version: 6 })
    const { changes } = (await world.as('clientAdmin').send(insertionOrders.changes, { ...at(id), body: {} })).reply.result
    expect(changes[0]).toMatchObject({ kind: 'ended', user: null, is_undoable: false })
    expect(changes[0].fields).toContainEqual({ field: 'proposed_version_id', before: 2, after: null })
  })
})

describe('insertion orders are seen', () => {
  test('by their advertiser and the whole client, and by no other tenant', async () => {
    const id = await made({ internal_notes: 'Only ours' })
    const statuses = async (names: readonly CallerName[]) => Promise.all(names.map(async (name) => (await one(id, name)).status))
    expect(await statuses(['superUser', 'clientViewer', 'advertiserAdmin'])).toEqual([200, 200, 200])
    expect(await statuses(['advertiserManager', 'advertiserViewer', 'advertiserReporting'])).toEqual([404, 404, 404])
    expect((await world.as('superUser').send(insertionOrders.one, at(id, 2))).status).toBe(404)
    expect((await make({ advertiser_id: 4 }, 'superUser')).status).toBe(404)
    expect([(await make({}, 'clientViewer')).status, (await make({}, 'advertiserAdmin')).status]).toEqual([403, 403])
    expect([named(await list()), named(await list('advertiserAdmin')), named(await list('advertiserViewer'))]).toEqual([
      ['Winter'],
      ['Winter'],
      [],
    ])
  })

  test('without internal notes by an advertiser, in the history too', async () => {
    const id = await made({ internal_notes: 'Only ours' })
    await change(id, 1, { internal_notes: 'Still only ours', notes: 'For both' })
    expect((await read(id, 'clientViewer')).internal_notes).toBe('Still only ours')
    const { text } = await one(id, 'advertiserAdmin')
    const history = await world.as('advertiserAdmin').send(insertionOrders.changes, { ...at(id), body: {} })
    expect([text, history.text].some((reply) => reply.includes('only ours') || reply.includes('Only ours'))).toBe(false)
    expect(history.reply.result.changes).toMatchObject([
      { kind: 'changed', fields: [{ field: 'notes', after: 'For both' }] },
      { kind: 'created' },
    ])
  })

  test('without the history entries of internal notes by an advertiser', async () => {
    const id = await made()
    await change(id, 1, { internal_notes: 'Only ours' })
    const history = async (name: CallerName) => (await world.as(name).send(insertionOrders.changes, { ...at(id), body: {} })).reply.result
    expect([(await history('clientAdmin')).total, (await history('advertiserAdmin')).total]).toEqual([2, 1])
    expect((await history('advertiserAdmin')).changes).toMatchObject([{ kind: 'created' }])
  })

  test('in part, if they are for all advertisers and a campaign of the caller is linked', async () => {
    const id = await made({ advertiser_id: null })
    await charge(id, 5, 20)
    expect([(await one(id, 'advertiserViewer')).status, (await one(id, 'advertiserAdmin')).status]).toEqual([404, 404])
    await linkCampaign(30, id, 2)
    expect(await read(id, 'advertiserViewer')).toMatchObject({
      money: null,
      internal_notes: null,
      lines: [{ line_id: 2 }],
      current: { terms: { total: null, lines: [{ line_id: 2 }] }, approvals: [], hash: '' },
    })
    const statuses = async (caller: CallerName) => [
      (await world.as(caller).send(insertionOrders.versions, at(id))).status,
      (await world.as(caller).send(insertionOrders.changes, { ...at(id), body: {} })).status,
      (await world.as(caller).send(insertionOrders.spend, at(id))).status,
      (await world.as(caller).send(insertionOrders.reconciliation, at(id))).status,
    ]
    // An advertiser without a campaign in the order does not know it.
    expect(await statuses('advertiserViewer')).toEqual([403, 403, 403, 403])
    expect(await statuses('advertiserAdmin')).toEqual([404, 404, 404, 404])
    const found = await list('advertiserViewer', { filters: [{ field: 'total', operation: '>', value: 1 }] })
    expect([named(found), (await list('advertiserViewer')).totals]).toEqual([
      [],
      [{ currency_code: 'USD', currency_digits: 2, orders: 1, total: '0', spent: '0', remaining: '0' }],
    ])
  })

  test('in a list with filters, sort and sums', async () => {
    const first = await approved({ name: 'First' })
    await made({ name: 'Second', total: '2000', advertiser_id: 2, po_number: 'PO-2' })
    await charge(first, 250)
    const page = await list('clientAdmin', { sort: [{ field: 'remaining', order: 'desc' }] })
    expect([named(page), page.total]).toEqual([['Second', 'First'], 2])
    expect(page.totals).toEqual([{ currency_code: 'USD', currency_digits: 2, orders: 2, total: '3000', spent: '250', remaining: '2750' }])
    const by = async (field: string, value: unknown, operation = '=') =>
      named(await list('clientAdmin', { filters: [{ field, operation, value }] }))
    expect(await by('status', 'approved')).toEqual(['First'])
    expect(await by('remaining_percent', 75)).toEqual(['First'])
    expect(await by('spent', '249.99', '>')).toEqual(['First'])
    expect(await by('pacing', 0.7, '>')).toEqual(['First'])
    expect(await by('needs_me', true)).toEqual(['Second'])
    expect(await by('po_missing', true)).toEqual(['First'])
    expect(await by('advertiser_name', 'mark-2', 'ILIKE')).toEqual(['Second'])
    expect(named(await list('clientAdmin', { advertiser_ids: [1] }))).toEqual(['First'])
    await submit(await made({ name: 'Third' }), 1)
    expect(named(await list('advertiserAdmin', { filters: [{ field: 'needs_me', operation: '=', value: true }] }))).toEqual(['Third'])
  })
})

describe('the settings of insertion orders', () => {
  const settings = async (name: CallerName = 'clientViewer') =>
    (await world.as(name).send(insertionOrders.config, { path: client })).reply.result
  const create = () => world.as('clientAdmin').send(insertionOrders.createConfig, { path: client, body: { number_prefix: 'A' } })

  test('have defaults until they are saved, and a text version that grows with the texts', async () => {
    expect(await settings()).toMatchObject({ number_prefix: 'IO', needs_two_approvals: true, legal_text: '', text_version: 1, version: 1 })
    expect((await config({ at_end: 'funds' }, 1)).reply.result).toMatchObject({ at_end: 'funds', text_version: 1, version: 2 })
    const texts = { legal_text: 'Terms.', legal_texts: { de: 'Bedingungen.', es: '' } }
    expect((await config(texts, 2)).reply.result).toMatchObject({
      legal_text: 'Terms.',
      legal_texts: { de: 'Bedingungen.' },
      text_version: 2,
    })
    expect((await config(texts, 3)).reply.result.text_version).toBe(2)
    expect((await config({ at_end: 'stop' }, 3)).status).toBe(412)
    expect((await config({ number_prefix: 'a b' }, 4)).status).toBe(422)
  })

  test('have a history of who changed what, for those who may change them', async () => {
    const history = (name: CallerName = 'clientAdmin') => world.as(name).send(insertionOrders.configChanges, { path: client, body: {} })
    await config({ legal_text: 'Terms.' }, 1)
    await config({ needs_two_approvals: false, legal_texts: { de: 'Bedingungen.' } }, 2, 'superUser')
    await config({ needs_two_approvals: false }, 3)
    const { changes, total } = (await history()).reply.result
    expect(total).toBe(2)
    expect(changes).toMatchObject([
      {
        ...{ entity: 'insertion_order_config', entity_id: 1, kind: 'changed', user: { user_id: 1 }, at: '2026-11-21T10:00:00.000Z' },
        fields: [
          { field: 'legal_text.de', before: '', after: 'Bedingungen.' },
          { field: 'needs_two_approvals', before: true, after: false },
        ],
      },
      { kind: 'created', user: { user_id: 3 }, fields: [{ field: 'legal_text', before: '', after: 'Terms.' }] },
    ])
    expect(await Promise.all((['clientViewer', 'advertiserAdmin'] as const).map(async (name) => (await history(name)).status))).toEqual([
      403, 403,
    ])
  })

  test('are created once, and changed only by admins of the whole client', async () => {
    expect((await create()).reply.result).toMatchObject({ number_prefix: 'A' })
    expect((await create()).status).toBe(409)
    for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserReporting'] as const)
      expect((await config({ at_end: 'stop' }, 2, name)).status).toBe(403)
  })
})
