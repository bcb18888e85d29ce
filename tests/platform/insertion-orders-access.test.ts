import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { type OrderAction, orderActions, type OrderStatus, orderStatuses } from '../../src/contract/insertion-orders/insertion-orders.ts'
import { orderStatusIds } from '../../src/contract/statuses.ts'
import { type CallerName, partnerIdentity, people, type PersonName, personNames } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

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

/** The writes of an order, at a version. */
const writes = (id: number, name: CallerName, version: number, client = 1) => {
  const caller = world.as(name)
  const edited = { last_edited_by: userOf(name) }
  const order = at(id, client)
  return {
    change: () => caller.send(insertionOrders.change, { ...order, body: { name: 'Other' } }, match(version)),
    submit: () => caller.send(insertionOrders.submit, order, match(version)),
    withdraw: () => caller.send(insertionOrders.withdraw, order, match(version)),
    approve: () => caller.send(insertionOrders.approve, { ...order, body: edited }, match(version)),
    close: () => caller.send(insertionOrders.close, { ...order, body: edited }, match(version)),
    link: () => caller.send(insertionOrders.link, { ...order, body: { link: [] } }, match(version)),
    copy: () => caller.send(insertionOrders.copy, { ...order, body: { name: 'Again' } }, keyed()),
  } satisfies Record<OrderAction, unknown>
}
const versionOf = async (id: number) => (await read(id, 'superUser')).version

/** The statuses in which the actions of each role are possible; an approved order has no version that waits. */
const open = ['open', 'pending', 'approved'] as const
const all: Partial<Record<OrderAction, readonly OrderStatus[]>> = {
  change: open,
  submit: ['open'],
  withdraw: ['pending'],
  approve: ['pending'],
  close: open,
  link: open,
  copy: orderStatuses,
}
const possible: Readonly<Record<PersonName, typeof all>> = {
  superUser: all,
  internalAdmin: all,
  clientAdmin: all,
  clientViewer: {},
  advertiserAdmin: { approve: ['pending'], link: open },
  advertiserManager: { link: open },
  advertiserViewer: {},
  advertiserReporting: {},
}

test.each(personNames)('%s has exactly the listed actions in each status', async (name) => {
  const advertiser_id = name === 'advertiserAdmin' ? 1 : 3
  for (const status of orderStatuses) {
    const id = await made({ advertiser_id })
    if (status !== 'open') await submit(id)
    await run(`update insertion_orders set status_id = ${orderStatusIds[status]} where insertion_order_id = ${id}`)
    const { actions, version } = await read(id, name)
    const found = orderActions.filter((action) => actions[action] === null)
    expect([status, found]).toEqual([status, orderActions.filter((action) => possible[name][action]?.includes(status))])
    for (const action of orderActions.filter((one) => actions[one] !== null && one !== 'link')) {
      const response = await writes(id, name, version)[action]()
      expect([status, action, response.status]).toEqual([status, action, possible[name][action] ? 409 : 403])
      if (response.status === 409) expect(response.reply.fields).toMatchObject([{ path: 'status', ...actions[action] }])
    }
    expect(await versionOf(id)).toBe(version)
  }
})

describe('an order is', () => {
  test('nowhere for the admin of another client', async () => {
    const id = await made()
    await run(`update user_access set thing_id = 2 where user_id = ${people.clientAdmin.userId}`)
    for (const client of [1, 2]) {
      expect((await world.as('clientAdmin').send(insertionOrders.one, at(id, client))).status).toBe(404)
      for (const write of Object.values(writes(id, 'clientAdmin', 1, client))) expect((await write()).status).toBe(404)
    }
    expect(await list('superUser')).toMatchObject([{ name: 'Winter' }])
    expect((await make({ advertiser_id: 1 }, 'clientAdmin')).status).toBe(404)
    expect(await versionOf(id)).toBe(1)
  })

  test('read but never written by an advertiser who only reports', async () => {
    const id = await made({ advertiser_id: 3 })
    expect((await read(id, 'advertiserReporting')).name).toBe('Winter')
    expect(await list('advertiserReporting')).toHaveLength(1)
    for (const write of Object.values(writes(id, 'advertiserReporting', 1))) expect((await write()).status).toBe(403)
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
    if (partnerIdentity.kind !== 'partner') throw new Error('The partner identity has another kind')
    const id = await made({ internal_notes: 'Only ours' })
    expect((await one(id, 'partner')).status).toBe(403)
    const granted = partnerIdentity.permissions as string[] // the list of the token, which this test extends
    const permissions = JSON.stringify([...granted, 'insertion_orders.read'])
    await run(`update partner_clients set permissions = '${permissions}'`)
    granted.push('insertion_orders.read')
    try {
      const order = await read(id, 'partner')
      expect(order).toMatchObject({ name: 'Winter', internal_notes: null, needs_me: false })
      expect(orderActions.map((action) => order.actions[action]?.code)).toEqual(orderActions.map(() => 'no_permission'))
      for (const write of Object.values(writes(id, 'partner', 1))) expect((await write()).status).toBe(403)
    } finally {
      granted.pop()
    }
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
