import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Advertiser } from '../../src/contract/advertisers/advertisers.ts'
import type { CallerName } from '../support/world/people.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { draftAt, shownDraftAt } from '../support/world/small-drafts.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})
const kysely = () => world.database.kysely
const advertiserPath = { memberGroupId: 1, advertiserId: 1 }
const second = 500

/** The client has the experience 1, which one of its drafts uses, and another one. */
beforeEach(async () => {
  const experience = { member_group_id: 1, experience_id: second, name: 'Second', description: '', status: 'active', channel_id: null }
  await kysely().insertInto('experiences').values(experience).execute()
})

let keys = 0
const keyed = () => ({ 'Idempotency-Key': `key-${++keys}-of-experiences` })
async function limit(ids: number[], name: CallerName = 'clientAdmin') {
  const advertiser: Advertiser = (await world.as('superUser').send(contract.advertisers.one, { path: { advertiserId: 1 } })).reply.result
  const body = { name: advertiser.name, status: advertiser.status, advertiser_experience_ids: ids }
  return world.as(name).send(contract.advertisers.change, { path: advertiserPath, body }, { 'If-Match': String(advertiser.version) })
}
const listed = async (query: object = {}, name: CallerName = 'clientAdmin') => {
  const { reply } = await world.as(name).send(contract.experiences.list, { path: { memberGroupId: 1 }, query })
  return reply.result?.experiences.map(({ experience_id }: { experience_id: number }) => experience_id)
}
const offered = async () => {
  const path = { ...advertiserPath, campaignDraftUuid: draftAt(1) }
  return (await world.as('clientAdmin').send(contract.campaignDrafts.constraints, { path })).reply.result.experience_ids
}
const begin = (experience_id: number | null) =>
  world.as('clientAdmin').send(contract.campaignDrafts.create, { path: advertiserPath, body: { flow: 'simple', experience_id } }, keyed())

test('an advertiser without experiences of its own has all of its client', async () => {
  expect([await listed(), await listed({ advertiser_id: 1 }), await offered()]).toEqual([
    [1, second],
    [1, second],
    [1, second],
  ])
  expect([(await begin(1)).status, (await begin(second)).status]).toEqual([200, 200])
})

test('an advertiser is limited to its experiences, and other advertisers are not', async () => {
  const { reply } = await limit([second])
  expect(reply.result.advertiser_experience_ids).toEqual([second])
  expect([await listed(), await listed({ advertiser_id: 1 }), await listed({ advertiser_id: 2 }), await offered()]).toEqual([
    [1, second],
    [second],
    [1, second],
    [second],
  ])
  const refused = await begin(1)
  expect([refused.status, refused.reply.fields[0].path]).toEqual([422, 'experience_id'])
  expect([(await begin(second)).status, (await begin(null)).status]).toEqual([200, 200])
})

test('a draft in an experience that was withdrawn is neither submitted nor copied from its campaign', async () => {
  await limit([second])
  const path = { ...advertiserPath, campaignDraftUuid: shownDraftAt(1) }
  const submit = await world.as('clientAdmin').send(contract.campaignDrafts.submit, { path, query: {} }, { ...keyed(), 'If-Match': '"1"' })
  expect([submit.status, submit.reply.fields[0].path]).toEqual([422, 'experience_id'])
  const copy = await world.as('clientAdmin').send(contract.campaignDrafts.copy, { path: { ...advertiserPath, campaignId: 10 } }, keyed())
  expect([copy.status, copy.reply.fields[0].path]).toEqual([422, 'experience_id'])
  await limit([])
  expect(
    (await world.as('clientAdmin').send(contract.campaignDrafts.copy, { path: { ...advertiserPath, campaignId: 10 } }, keyed())).status,
  ).toBe(200)
})

test('only the client limits its advertisers, to experiences of its own', async () => {
  expect([(await limit([second], 'advertiserAdmin')).status, (await limit([], 'advertiserAdmin')).status]).toEqual([403, 200])
  const foreign = await limit([2])
  expect([foreign.status, foreign.reply.fields[0].path]).toEqual([422, 'advertiser_experience_ids'])
  expect(await listed({ advertiser_id: 4 })).toBeUndefined()
})
