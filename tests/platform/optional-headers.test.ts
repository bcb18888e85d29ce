import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { adGroups, advertiserGroups, campaigns, roles, users } = contract
const client = { memberGroupId: 1 }
const asAdmin = () => world.as('superUser')

describe('a dry run', () => {
  const groups = { path: client, body: { ad_group_ids: [100], status: 'paused' as const } }
  const all = { path: client, body: { campaign_ids: [10], status: 'paused' as const } }
  const sends = {
    'ad groups, version 1': (dry_run: boolean) => asAdmin().send(adGroups.bulkFirst, { ...groups, body: { ...groups.body, dry_run } }),
    'ad groups, version 2': (dry_run: boolean) => asAdmin().send(adGroups.bulk, { ...groups, body: { ...groups.body, dry_run } }),
    campaigns: (dry_run: boolean) => asAdmin().send(campaigns.bulk, { ...all, body: { ...all.body, dry_run } }),
  }
  test.each(Object.entries(sends))('of %s needs no key, the change does', async (_, send) => {
    expect((await send(true)).status).toBe(200)
    const { status, reply } = await send(false)
    expect([status, reply.code]).toEqual([428, 'key_required'])
  })

  test('with a key is stored like a change, and refused if the key is malformed', async () => {
    const send = (key: string) =>
      asAdmin().send(adGroups.bulk, { ...groups, body: { ...groups.body, dry_run: true } }, { 'Idempotency-Key': key })
    expect((await send('short')).status).toBe(428)
    const first = await send('key-of-a-dry-run')
    const second = await send('key-of-a-dry-run')
    expect([first.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  })
})

describe('a call that spends no money', () => {
  test('needs no key, and runs once for each key', async () => {
    const create = (email: string, headers?: Record<string, string>) =>
      asAdmin().send(users.createAtAdvertiser, { path: { memberGroupId: 1, advertiserId: 1 }, body: { email, role_ids: [7] } }, headers)
    expect((await create('first@shop.example')).status).toBe(200)
    expect((await create('first@shop.example')).status).toBe(409)
    const key = { 'Idempotency-Key': 'key-of-a-new-user' }
    expect((await create('second@shop.example', key)).status).toBe(200)
    expect((await create('second@shop.example', key)).headers.get('idempotent-replayed')).toBe('true')
  })

  test('of one value needs no version, and refuses an old one', async () => {
    const path = { memberGroupId: 1, advertiserGroupId: 1 }
    const rename = (name: string, headers?: Record<string, string>) =>
      asAdmin().send(advertiserGroups.change, { path, body: { name } }, headers)
    const first = await rename('North')
    const second = await rename('South')
    expect([first.status, second.status, second.reply.result.version]).toEqual([200, 200, first.reply.result.version + 1])
    expect((await rename('East', { 'If-Match': String(first.reply.result.version) })).status).toBe(412)
    expect((await rename('East', { 'If-Match': 'East' })).status).toBe(428)
    expect((await asAdmin().send(roles.change, { path: { roleId: 999 }, body: { name: 'None' } })).status).toBe(404)
  })

  test('of the own profile needs no version', async () => {
    const body = { first_name: 'Dana', last_name: 'Whitfield', locale_id: 1 }
    const { status, reply } = await world.as('advertiserViewer').send(users.changeOwn, { body })
    expect([status, reply.result.first_name]).toEqual([200, 'Dana'])
  })
})
