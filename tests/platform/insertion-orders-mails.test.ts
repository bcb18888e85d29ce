import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endOverdue } from '../../demo/platform/delivery/endings.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { mailJobs } from '../../demo/platform/mail/jobs.ts'
import { orderNewsJob } from '../../demo/platform/mail/order-news.ts'
import { contract } from '../../src/contract/index.ts'
import { countingStatements } from '../support/database/statements.ts'
import { people, type PersonName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { fixedNow, type SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})
const { insertionOrders } = contract
const origin = 'https://ads.example'
const days = { start_date: '2026-11-01', end_date: '2026-12-31' }
const line = { name: 'Clicks', type: 'fixed' as const, amount: '600', ...days }
const terms = { advertiser_id: 1, name: 'Winter', ...days, total: '1000', lines: [line] }

const at = (insertionOrderId: number) => ({ path: { memberGroupId: 1, insertionOrderId } })
const run = (text: string) => sql.raw(text).execute(world.database.kysely)
async function made(body: object = {}, name: PersonName = 'clientAdmin'): Promise<number> {
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const response = await world.as(name).send(insertionOrders.create, { path: { memberGroupId: 1 }, body: { ...terms, ...body } }, key)
  return response.reply.result.insertion_order_id
}
/** Sends an action with the latest version. */
async function act(name: PersonName, id: number, action: 'submit' | 'withdraw' | 'approve' | 'close' | 'change', body: object = {}) {
  const { version } = (await world.as('superUser').send(insertionOrders.one, at(id))).reply.result
  const edited = action === 'approve' || action === 'close' ? { last_edited_by: people[name].userId } : {}
  const request = action === 'submit' || action === 'withdraw' ? at(id) : { ...at(id), body: { ...edited, ...body } }
  const { status } = await world.as(name).send(insertionOrders[action], request as never, { 'If-Match': `"${version}"` }) // the body of this action
  expect(status).toBe(200)
}

/** Runs all due jobs; the mails that they wrote. */
async function mails() {
  const before = await run('select coalesce(max(mail_id), 0) as last from mails')
  const [{ last } = { last: 0 }] = before.rows as { last: number }[] // the column above
  const context = { database: world.database, now: fixedNow, log: () => undefined }
  const jobs = await startJobs(context, {
    'order-news': orderNewsJob,
    ...mailJobs({ origin, isExternal: false, from: 'no-reply@ads.example' }),
  })
  await jobs.tick()
  await jobs.stop()
  const { rows } = await sql<{ recipient: string; subject: string; text: string; link: string }>`
    select recipient, subject, text, link from mails where purpose = 'order' and mail_id > ${last} order by mail_id`.execute(
    world.database.kysely,
  )
  return rows.map(({ recipient, ...mail }) => ({ to: recipient.split('@')[0], ...mail }))
}
const sent = async () => (await mails()).map(({ to, subject }) => [to, subject])

test('a submitted order is mailed to those of the other side who can approve it, once for each version of its terms', async () => {
  const id = await made()
  expect(await sent()).toEqual([])
  await act('clientAdmin', id, 'submit')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'advertiseradmin',
    subject: 'Winter (IO-0001) is waiting for your approval',
    link: `${origin}/clients/1/insertion-orders/${id}`,
  })
  const sentence = /submitted version 1 of the insertion order Winter \(IO-0001\)\. It has been waiting since November 21, 2026\./
  expect(mail?.text).toMatch(sentence)
  await act('clientAdmin', id, 'withdraw')
  await act('clientAdmin', id, 'submit')
  expect(await sent()).toEqual([])
  await act('clientAdmin', id, 'change', { total: '900' })
  await act('clientAdmin', id, 'submit')
  expect(await sent()).toEqual([['advertiseradmin', 'Winter (IO-0001) is waiting for your approval']])
})

test('an approval and the closing of an order are mailed to its author, unless it is their own decision', async () => {
  const id = await made()
  await act('clientAdmin', id, 'submit')
  await mails()
  await act('advertiserAdmin', id, 'approve')
  // The author is of the side that is still missing.
  const [first, ...toNoOther] = await mails()
  expect(toNoOther).toEqual([])
  expect(first).toMatchObject({ to: 'clientadmin', subject: 'Winter (IO-0001) is waiting for your approval' })
  expect(first?.text).toContain('approved version 1 of the insertion order Winter (IO-0001). It has been waiting since November 21, 2026.')
  await act('superUser', id, 'approve')
  expect(await sent()).toEqual([['clientadmin', 'Winter (IO-0001) was approved']])
  // A new version waits for the other side again, and its approval is mailed, too.
  await act('clientAdmin', id, 'change', { total: '1100' })
  const [proposed, ...toOthers] = await mails()
  expect(toOthers).toEqual([])
  expect(proposed).toMatchObject({
    to: 'advertiseradmin',
    subject: 'Winter (IO-0001) is waiting for your approval',
    link: `${origin}/clients/1/insertion-orders/${id}?tab=versions`,
  })
  await act('clientAdmin', id, 'approve')
  expect(await sent()).toEqual([])
  await act('superUser', id, 'close', { reason: 'The budget moved' })
  const [closed, ...others] = await mails()
  expect(others).toEqual([])
  expect(closed).toMatchObject({ to: 'clientadmin', subject: 'Winter (IO-0001) was closed' })
  expect(closed?.text).toContain('closed the insertion order Winter (IO-0001): The budget moved. View the order:')
})

const waiting = 'Winter (IO-0001) is waiting for your approval'

test('the first of two approvals is mailed to those of the missing side who can approve, once for each version, and to the author', async () => {
  const id = await made({}, 'superUser')
  await act('superUser', id, 'submit')
  expect(await sent()).toEqual([['advertiseradmin', waiting]])
  await act('advertiserAdmin', id, 'approve')
  expect(await sent()).toEqual([
    ['superuser', 'Winter (IO-0001) was approved by one side'],
    ['clientadmin', waiting],
  ])
  await act('superUser', id, 'withdraw')
  await act('superUser', id, 'submit')
  await act('advertiserAdmin', id, 'approve')
  expect(await sent()).toEqual([])
  await act('clientAdmin', id, 'approve')
  expect(await sent()).toEqual([['superuser', 'Winter (IO-0001) was approved']])
})

test('the side that was asked at the submission is not asked again when the other one approves', async () => {
  const id = await made()
  await act('clientAdmin', id, 'submit')
  expect(await sent()).toEqual([['advertiseradmin', waiting]])
  await act('clientAdmin', id, 'approve')
  expect(await sent()).toEqual([])
})

test('an author who may not approve is mailed that one side approved', async () => {
  await run(`insert into insertion_order_configs (member_group_id, may_author_approve, at_end) values (1, false, 'stop')`)
  const id = await made()
  await act('clientAdmin', id, 'submit')
  await mails()
  await act('advertiserAdmin', id, 'approve')
  expect(await sent()).toEqual([['clientadmin', 'Winter (IO-0001) was approved by one side']])
})

test('a mail says what the decision did, although another one followed before it was written', async () => {
  const id = await made({}, 'superUser')
  await act('superUser', id, 'submit')
  await act('advertiserAdmin', id, 'approve')
  await act('clientAdmin', id, 'approve')
  expect(await sent()).toEqual([
    ['superuser', 'Winter (IO-0001) was approved by one side'],
    ['superuser', 'Winter (IO-0001) was approved'],
  ])
  const changed = await made({}, 'superUser')
  await act('superUser', changed, 'submit')
  await act('advertiserAdmin', changed, 'approve')
  await act('superUser', changed, 'change', { total: '900' })
  expect(await sent()).toEqual([])
})

test('the end of an order that drops a version is mailed to its author and to those who could approve it', async () => {
  const approved = async () => {
    const id = await made()
    await act('clientAdmin', id, 'submit')
    await act('advertiserAdmin', id, 'approve')
    await act('clientAdmin', id, 'approve')
    return id
  }
  const [withProposal] = [await approved(), await approved()]
  await act('superUser', withProposal, 'change', { total: '1200', end_date: '2027-01-31' })
  await mails()
  await endOverdue(world.database.kysely, new Date('2027-01-02T12:00:00Z'))
  const letters = await mails()
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
    ['superuser', 'Winter (IO-0001) has ended'],
    ['clientadmin', 'Winter (IO-0001) has ended'],
    ['advertiseradmin', 'Winter (IO-0001) has ended'],
  ])
  for (const { text, link } of letters) {
    expect(text).toContain('has ended because its end date has passed. Version 2, which was waiting for approval, was dropped:')
    expect(text).toContain('total $1,200.00, end date January 31, 2027. To continue, copy the order:')
    expect(link).toBe(`${origin}/clients/1/insertion-orders/${withProposal}`)
  }
})

test('a withdrawn order, one that is turned off in the notifications, and one of another advertiser are not mailed', async () => {
  const withdrawn = await made()
  await act('clientAdmin', withdrawn, 'submit')
  await act('clientAdmin', withdrawn, 'withdraw')
  await act('clientAdmin', await made({ advertiser_id: 3 }), 'submit')
  expect(await sent()).toEqual([])
  await run(`insert into user_notifications values (${people.advertiserAdmin.userId}, 'insertion_orders', false)`)
  await act('clientAdmin', await made(), 'submit')
  expect(await sent()).toEqual([])
})

test('an order for all advertisers is mailed to other approvers of the client, who have no other side', async () => {
  const id = await made({ advertiser_id: null }, 'superUser')
  await act('superUser', id, 'submit')
  expect(await sent()).toEqual([['clientadmin', expect.stringContaining('is waiting for your approval')]])
})

test('markup in a name and a reason stays text in a mail', async () => {
  const markup = '<img src=x onerror=alert(1)>'
  const id = await made({ name: markup })
  await act('clientAdmin', id, 'submit')
  const [mail] = await mails()
  expect(mail?.subject).toBe(`${markup} (IO-0001) is waiting for your approval`)
  expect(mail?.text).toContain(`the insertion order ${markup} (IO-0001).`)
  await act('superUser', id, 'close', { reason: markup })
  expect((await mails())[0]?.text).toContain(`closed the insertion order ${markup} (IO-0001): ${markup}. View`)
})

test('an order for all advertisers is mailed to a user of the client whose permissions differ at an advertiser', async () => {
  await run(`insert into user_activities values (${people.clientAdmin.userId}, 'advertiser', 2, 'insertion_orders.read', false)`)
  const id = await made({ advertiser_id: null }, 'superUser')
  await act('superUser', id, 'submit')
  expect(await sent()).toEqual([['clientadmin', waiting]])
})

test('an author who now sees only a part of the order is mailed that it closes, and nothing about its versions', async () => {
  const id = await made({ advertiser_id: null })
  await act('clientAdmin', id, 'submit')
  await run(`update user_access set kind = 'advertiser', thing_id = 1 where user_id = ${people.clientAdmin.userId}`)
  await run(`update campaigns set insertion_order_id = ${id} where campaign_id = 10`)
  await act('superUser', id, 'approve')
  expect(await sent()).toEqual([])
  await act('superUser', id, 'close')
  expect(await sent()).toEqual([['clientadmin', 'Winter (IO-0001) was closed']])
})

test('recipients are found without statements for users who cannot approve, and with few for each who can', async () => {
  const addUsers = async (role: number, from: number, count: number) => {
    const ids = `from generate_series(${from}, ${from + count - 1}) as id`
    await run(`insert into users (user_id, email, user_name, locale_id, status, password_hash)
      select id, 'user' || id || '@placard.example', 'User ' || id, 1, 'active', '' ${ids}`)
    await run(`insert into user_roles (user_id, role_id) select id, ${role} ${ids}`)
    await run(`insert into user_access (user_id, kind, thing_id) select id, 'advertiser', 1 ${ids}`)
  }
  await act('clientAdmin', await made(), 'submit')
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from jobs where kind = 'order-news'`.execute(world.database.kysely)
  const statements = async () => {
    const { database, during } = countingStatements(world.database)
    const context = { database, now: fixedNow, log: () => undefined }
    return (await during(async () => orderNewsJob.run(rows[0]?.payload ?? {}, context))).statements
  }
  await addUsers(7, 1000, 3)
  const fewReaders = await statements()
  await addUsers(7, 1100, 27)
  expect(await statements()).toBe(fewReaders)
  await addUsers(5, 2000, 2)
  const few = await statements()
  await addUsers(5, 2100, 27)
  expect((await statements()) / few).toBeLessThan(7.5)
  expect(await mails()).toHaveLength(30)
})

test.each([
  ['de', 'Winter (IO-0001) wartet auf Ihre Genehmigung', 'Prüfen und genehmigen Sie sie hier:'],
  ['ja', 'Winter (IO-0001) が承認待ちです', 'こちらで確認して承認してください：'],
])('mails about orders are in the language of their reader: %s', async (locale, subject, text) => {
  await run(`insert into locales (id, code, name) values (77, '${locale}', '${locale}')`)
  await run(`update users set locale_id = 77 where user_id = ${people.advertiserAdmin.userId}`)
  await act('clientAdmin', await made(), 'submit')
  const [mail] = await mails()
  expect(mail).toMatchObject({ subject })
  expect(mail?.text).toContain(text)
})
