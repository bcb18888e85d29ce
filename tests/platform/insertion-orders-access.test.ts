import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { applyEnd } from '../../demo/platform/insertion-orders/decide.ts'
import { contract } from '../../src/contract/index.ts'
import { type OrderAction, orderActions, orderStatuses } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { type CallerName, partnerIdentity, people, type PersonName, personNames } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { insertionOrders } = contract
let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-access` })
const match = (version: number) => ({ 'If-Match': String(version) })
const at = (insertionOrderId: number, memberGroupId = 1) => ({ path: { memberGroupId, insertionOrderId } })
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
const days = { start_date: '2026-11-01', end_date: '2026-12-31' }
const lines = [{ name: 'Clicks', type: 'fixed' as const, amount: '600', ...days }]
const terms = { advertiser_id: 1, name: 'Winter', ...days, total: '1000', lines }
const make = (body: object = {}, name: CallerName = 'clientAdmin') =>
  world.as(name).send(insertionOrders.create, { path: { memberGroupId: 1 }, body: { ...terms, ...body } }, keyed())
/** An order of the super user. */
const made = async (body: object = {}): Promise<number> => (await make(body, 'superUser')).reply.result.insertion_order_id
const one = (id: number, name: CallerName) => world.as(name).send(insertionOrders.one, at(id))
const read = async (id: number, name: CallerName) => (await one(id, name)).reply.result
const list = async (name: CallerName): Promise<{ name: string; needs_me: boolean }[]> =>
  (await world.as(name).send(insertionOrders.report, { path: { memberGroupId: 1 }, body: {} })).reply.result.insertion_orders
const submit = (id: number) => world.as('superUser').send(insertionOrders.submit, at(id), match(1))
const userOf = (name: CallerName) => (name === 'partner' || name === 'nobody' ? 1 : people[name].userId)

/** The writes of an order of an advertiser, at a version. */
const writes = (id: number, name: CallerName, version: number, { client = 1, advertiser = 1 } = {}) => {
  const caller = world.as(name)
  const edited = { last_edited_by: userOf(name) }
  const order = at(id, client)
  const link = [{ campaign_id: advertiser * 10, line_id: 1 }]
  return {
    change: () => caller.send(insertionOrders.change, { ...order, body: { name: `Other ${version}` } }, match(version)),
    number: () => caller.send(insertionOrders.change, { ...order, body: { po_number: `PO-${version}` } }, match(version)),
    submit: () => caller.send(insertionOrders.submit, order, match(version)),
    withdraw: () => caller.send(insertionOrders.withdraw, order, match(version)),
    approve: () => caller.send(insertionOrders.approve, { ...order, body: edited }, match(version)),
    close: () => caller.send(insertionOrders.close, { ...order, body: edited }, match(version)),
    link: () => caller.send(insertionOrders.link, { ...order, body: { link } }, match(version)),
    copy: () => caller.send(insertionOrders.copy, { ...order, body: { name: 'Again' } }, keyed()),
  } satisfies Record<OrderAction, unknown>
}
const versionOf = async (id: number) => (await read(id, 'superUser')).version

/** The statuses of an order, and an approved one with a version that waits. */
const states = [...orderStatuses, 'proposed'] as const
type State = (typeof states)[number]

/** An order of the super user that its real actions have brought to a state. One approval is enough. */
async function orderIn(state: State, advertiser: number): Promise<number> {
  const id = await made({ advertiser_id: advertiser })
  const steps: Readonly<Record<State, readonly OrderAction[]>> = {
    open: [],
    pending: ['submit'],
    approved: ['submit', 'approve'],
    proposed: ['submit', 'approve', 'change'],
    closed: ['submit', 'approve', 'close'],
    ended: ['submit', 'approve'],
  }
  for (const [index, action] of steps[state].entries()) expect((await writes(id, 'superUser', index + 1)[action]()).status).toBe(200)
  const writer = { database: world.database, now: fixedNow, scope: { memberGroupId: 1, advertisers: 'all' as const } }
  const end = { member_group_id: 1, insertion_order_id: id, status: 'approved', cause: 'days', continuesOnFunds: false } as const
  if (state === 'ended') await applyEnd(writer, end)
  return id
}

const linked = { results: [{ refusal: null }], is_dry_run: false }
const copied = { name: 'Again', status: 'open', version: 1 }
const closed = { status: 'closed', proposed: null }
/** What each action leads to in each state in which it is possible. */
const results: Readonly<Record<OrderAction, Partial<Record<State, object>>>> = {
  change: {
    open: { status: 'open', name: 'Other 1' },
    pending: { status: 'open', name: 'Other 2' },
    approved: { status: 'approved', name: 'Winter', proposed: { terms: { name: 'Other 3' } } },
    proposed: { status: 'approved', name: 'Winter', proposed: { terms: { name: 'Other 4' } } },
  },
  number: {
    open: { status: 'open', po_number: 'PO-1' },
    pending: { status: 'open', po_number: 'PO-2' },
    approved: { status: 'approved', po_number: 'PO-3', version_id: 1, proposed: null },
    proposed: { status: 'approved', po_number: 'PO-4', version_id: 1, proposed_version_id: 2 },
    ended: { status: 'ended', po_number: 'PO-4' },
    closed: { status: 'closed', po_number: 'PO-4' },
  },
  submit: { open: { status: 'pending' } },
  withdraw: { pending: { status: 'open' }, proposed: { status: 'approved', version_id: 1, proposed: null } },
  approve: { pending: { status: 'approved' }, proposed: { status: 'approved', version_id: 2, name: 'Other 3', proposed: null } },
  close: { open: closed, pending: closed, approved: closed, proposed: closed },
  link: { open: linked, pending: linked, approved: linked, proposed: linked },
  copy: { open: copied, pending: copied, approved: copied, proposed: copied, ended: copied, closed: copied },
}
/** What each caller may do in a state in which it is possible. */
const permitted: Readonly<Record<PersonName | 'partner', readonly OrderAction[]>> = {
  superUser: orderActions,
  internalAdmin: orderActions,
  clientAdmin: orderActions,
  clientViewer: [],
  advertiserAdmin: ['approve', 'link'],
  advertiserManager: ['link'],
  advertiserViewer: [],
  advertiserReporting: [],
  partner: [],
}

/** Lets the partner read orders until the function ends. */
async function asReadingPartner(act: () => Promise<void>) {
  if (partnerIdentity.kind !== 'partner') throw new Error('The partner identity has another kind')
  const granted = partnerIdentity.permissions as string[] // the list of the token, which this extends
  granted.push('insertion_orders.read')
  await run(`update partner_clients set permissions = '${JSON.stringify(granted)}'`)
  try {
    await act()
  } finally {
    granted.pop()
  }
}

/** Sends what a caller may not do with an order, which stays as it is, and what they may do with others in the same state. */
async function sendAll(name: PersonName | 'partner', state: State, first: number, advertiser: number) {
  const { actions, version } = await read(first, name)
  const allowed = orderActions.filter((action) => permitted[name].includes(action) && results[action][state])
  expect([name, ...orderActions.filter((action) => actions[action] === null)]).toEqual([name, ...allowed])
  for (const action of orderActions.filter((one) => !allowed.includes(one))) {
    const { status, reply } = await writes(first, name, version, { advertiser })[action]()
    expect([name, action, status]).toEqual([name, action, permitted[name].includes(action) ? 409 : 403])
    if (status === 409) expect(reply.fields).toMatchObject([{ path: 'status', ...actions[action] }])
  }
  for (const action of allowed) {
    const id = await orderIn(state, advertiser)
    const { status, reply } = await writes(id, name, version, { advertiser })[action]()
    expect([name, action, status]).toEqual([name, action, 200])
    expect(reply.result).toMatchObject({ version: version + 1, ...results[action][state] })
  }
}

test.each(states)('every caller does exactly what is permitted with an order that is %s', async (state) => {
  await run(`insert into insertion_order_configs (member_group_id, at_end, needs_two_approvals) values (1, 'stop', false)`)
  const orders = new Map([[1, await orderIn(state, 1)] as const, [3, await orderIn(state, 3)] as const])
  const versions = await Promise.all([...orders.values()].map(versionOf))
  for (const name of [...personNames, 'partner'] as const) {
    const advertiser = name === 'advertiserAdmin' || name === 'partner' ? 1 : 3
    const send = () => sendAll(name, state, orders.get(advertiser) ?? 0, advertiser)
    await (name === 'partner' ? asReadingPartner(send) : send())
  }
  expect(await Promise.all([...orders.values()].map(versionOf))).toEqual(versions)
})

describe('an order is', () => {
  test('nowhere for the admin of another client', async () => {
    const id = await made()
    await run(`update user_access set thing_id = 2 where user_id = ${people.clientAdmin.userId}`)
    for (const client of [1, 2]) {
      expect((await world.as('clientAdmin').send(insertionOrders.one, at(id, client))).status).toBe(404)
      for (const write of Object.values(writes(id, 'clientAdmin', 1, { client }))) expect((await write()).status).toBe(404)
    }
    expect(await list('superUser')).toMatchObject([{ name: 'Winter' }])
    expect((await make({ advertiser_id: 1 }, 'clientAdmin')).status).toBe(404)
    expect(await versionOf(id)).toBe(1)
  })

  test('read but never written by an advertiser who only reports', async () => {
    const id = await made({ advertiser_id: 3 })
    expect((await read(id, 'advertiserReporting')).name).toBe('Winter')
    expect(await list('advertiserReporting')).toHaveLength(1)
    for (const write of Object.values(writes(id, 'advertiserReporting', 1, { advertiser: 3 }))) expect((await write()).status).toBe(403)
    expect((await make({ advertiser_id: 3 }, 'advertiserReporting')).status).toBe(403)
    expect(await versionOf(id)).toBe(1)
  })

  test('linked but not approved by a manager of the advertiser', async () => {
    const id = await made({ advertiser_id: 3 })
    await submit(id)
    const link = [{ campaign_id: 30, line_id: 1 }]
    expect((await writes(id, 'advertiserManager', 2).approve()).status).toBe(403)
    const response = await world.as('advertiserManager').send(insertionOrders.link, { ...at(id), body: { link } }, match(2))
    expect([response.status, response.reply.result.results]).toMatchObject([200, [{ campaign_id: 30, refusal: null }]])
  })

  test('only read by a partner, without internal notes', async () => {
    const id = await made({ internal_notes: 'Only ours' })
    expect((await one(id, 'partner')).status).toBe(403)
    await asReadingPartner(async () => {
      const order = await read(id, 'partner')
      expect(order).toMatchObject({ name: 'Winter', internal_notes: null, needs_me: false })
      expect(orderActions.map((action) => order.actions[action]?.code)).toEqual(orderActions.map(() => 'no_permission'))
    })
  })
})

describe('a client viewer who is also the admin of an advertiser', () => {
  const giveBoth = async () => {
    await run(`insert into user_roles (user_id, role_id) values (4, 5)`)
    await run(`delete from user_access where user_id = 4`)
    await run(`insert into user_access (user_id, kind, thing_id, role_id) values (4, 'client', 1, 4), (4, 'advertiser', 1, 5)`)
  }

  test('approves for the advertiser, and there only', async () => {
    await giveBoth()
    const [own, other, shared] = [await made(), await made({ advertiser_id: 2 }), await made({ advertiser_id: null })]
    for (const id of [own, other, shared]) await submit(id)
    expect((await list('clientViewer')).map(({ needs_me }) => needs_me)).toEqual([false, false, true])
    expect((await writes(own, 'clientViewer', 2).approve()).reply.result).toMatchObject({
      status: 'pending',
      missing_approvals: ['client'],
      current: { approvals: [{ side: 'advertiser', user_id: 4 }] },
    })
    expect((await read(other, 'clientViewer')).actions.approve).toMatchObject({ code: 'no_permission' })
    expect((await read(shared, 'clientViewer')).actions.approve).toMatchObject({ code: 'not_your_side' })
  })

  test('still reads the internal notes of the client', async () => {
    const id = await made({ internal_notes: 'Only ours' })
    await giveBoth()
    expect((await read(id, 'clientViewer')).internal_notes).toBe('Only ours')
  })
})

describe('a client admin with a permission of their own at one advertiser', () => {
  test('sees orders for all advertisers and internal notes', async () => {
    await run(`insert into user_activities values (3, 'advertiser', 1, 'campaigns.review', true)`)
    const response = await make({ advertiser_id: null, internal_notes: 'Only ours' })
    expect([response.status, response.reply.result]).toMatchObject([200, { internal_notes: 'Only ours', money: { total: '1000' } }])
    const id = response.reply.result.insertion_order_id
    expect((await list('clientAdmin')).map(({ name, needs_me }) => [name, needs_me])).toEqual([['Winter', true]])
    expect((await world.as('clientAdmin').send(insertionOrders.versions, at(id))).status).toBe(200)
    const { submit: send, approve } = writes(id, 'clientAdmin', 1)
    expect((await send()).status).toBe(200)
    expect((await approve()).status).toBe(412)
    expect((await writes(id, 'clientAdmin', 2).approve()).reply.result).toMatchObject({
      status: 'approved',
      current: { approvals: [{ side: 'client' }] },
    })
  })

  test('does not see orders of an advertiser at which reading is denied', async () => {
    const [own, shared, other] = [await made(), await made({ advertiser_id: null }), await made({ advertiser_id: 2 })]
    await run(`insert into user_activities values (3, 'advertiser', 2, 'insertion_orders.read', false)`)
    expect([(await one(own, 'clientAdmin')).status, (await one(shared, 'clientAdmin')).status]).toEqual([200, 200])
    expect((await one(other, 'clientAdmin')).status).toBe(404)
  })
})
