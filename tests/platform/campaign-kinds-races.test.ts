import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { amount } from '../support/platform/audit.ts'
import { addressOf, draftCalls, key } from '../support/drafts/calls.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { waitingCampaign } from '../support/world/small-seed.ts'
import { people } from '../support/world/people.ts'
import { rightData } from '../support/world/small-drafts.ts'
import { fitting } from '../support/world/small-images.ts'
import { targetingOf } from '../support/world/small-targeting.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
})
afterAll(async () => {
  await world.close()
  await server.stop()
})

const { adGroups, biddingConfigs, campaignDrafts, campaigns, mediaDrafts, targetings, templates } = contract
const { begin } = draftCalls(() => world)
const rounds = amount(100, 12)
const pair = ['superUser', 'clientAdmin'] as const
type Name = (typeof pair)[number]
const client = { memberGroupId: 1 }
const account = { ...client, advertiserId: 1 }
const campaign = { ...account, campaignId: 10 }
const db = () => world.database.kysely
const match = (version: number) => ({ 'If-Match': String(version) })

interface Answered {
  readonly status: number
  readonly reply: { readonly result?: unknown }
}
/** Sends both requests at once; returns the responses. */
const atOnce = <A extends Answered>(ask: (name: Name, index: number) => Promise<A>) => Promise.all(pair.map(ask))
const statuses = (responses: readonly Answered[]) => responses.map(({ status }) => status).toSorted((one, other) => one - other)
/** In each round two users send the same version: one writes and the other gets 412. `kept` checks the stored data. */
async function race<A extends Answered>(
  ask: (name: Name, version: number, text: string) => Promise<A>,
  kept: (response: A, text: string) => Promise<void>,
) {
  for (let version = 1; version <= rounds; version++) {
    const texts = pair.map((name) => `${name} ${version}`)
    const responses = await atOnce((name, index) => ask(name, version, texts[index] ?? ''))
    expect(statuses(responses), `round ${version}`).toEqual([200, 412])
    const won = responses.findIndex(({ status }) => status === 200)
    const response = responses[won]
    if (response) await kept(response, texts[won] ?? '')
  }
}

test('an ad group of a draft', async () => {
  const draft = await begin({ flow: 'custom', data: rightData(1, 1) })
  const path = addressOf(draft)
  const made = await world.as('clientAdmin').send(campaignDrafts.addGroup, { path, body: { data: { name: 'Group' } } }, key())
  const ids = { ...path, adGroupDraftUuid: made.reply.result.ad_group_draft_uuid }
  await race(
    (name, version, text) => world.as(name).send(campaignDrafts.changeGroup, { path: ids, body: { data: { name: text } } }, match(version)),
    async (_, text) => {
      const { reply } = await world.as('clientAdmin').send(campaignDrafts.one, { path })
      expect(reply.result.ad_group_drafts[0].data.name).toBe(text)
    },
  )
}, 120_000)

test('a template', async () => {
  const path = { ...client, templateId: targetingOf(1).templateId }
  await race(
    (name, version, text) => world.as(name).send(templates.change, { path, body: { name: text } }, match(version)),
    async (_, text) => {
      const row = await db()
        .selectFrom('campaign_templates')
        .select('name')
        .where('campaign_template_id', '=', path.templateId)
        .executeTakeFirstOrThrow()
      expect(row.name).toBe(text)
    },
  )
}, 120_000)

test('a targeting dimension, and then its options', async () => {
  const { targetingId, optionId } = targetingOf(1)
  const path = { ...client, targetingId }
  let before = 0
  await race(
    (name, version, text) => world.as(name).send(targetings.change, { path, body: { name: text } }, match(version)),
    async ({ reply }, text) => {
      expect(reply.result).toMatchObject({ name: text })
      before = (reply.result as { version: number }).version // as the contract has it
    },
  )
  for (let round = 0; round < rounds; round++) {
    const responses = await atOnce((name, index) =>
      world
        .as(name)
        .send(
          targetings.changeOptions,
          { path, body: { targeting_options: [{ targeting_option_id: optionId, audience_size: 10_000 + round * 10 + index }] } },
          match(before + round),
        ),
    )
    expect(statuses(responses), `round ${round}`).toEqual([200, 412])
  }
}, 120_000)

test('a bidding config', async () => {
  const { bidding_config_id } = await db()
    .selectFrom('bidding_configs')
    .select('bidding_config_id')
    .where('member_group_id', '=', 1)
    .executeTakeFirstOrThrow()
  const path = { ...client, biddingConfigId: bidding_config_id }
  await race(
    (name, version) =>
      world.as(name).send(biddingConfigs.change, { path, body: { min_bid: `0.1${pair.indexOf(name) + 1}` } }, match(version)),
    async ({ reply }) => {
      const { version } = await db()
        .selectFrom('bidding_configs')
        .select('version')
        .where('bidding_config_id', '=', bidding_config_id)
        .executeTakeFirstOrThrow()
      expect(version).toBe((reply.result as { version: number }).version) // as the contract has it
    },
  )
}, 120_000)

const versionOf = async (campaignId: number) =>
  (await db().selectFrom('campaigns').select('version').where('campaign_id', '=', campaignId).executeTakeFirstOrThrow()).version

test('a denied campaign that two users submit again', async () => {
  const campaignId = waitingCampaign(1)
  for (let round = 1; round <= rounds; round++) {
    await db().updateTable('campaigns').set({ review_status_id: 2 }).where('campaign_id', '=', campaignId).execute()
    const version = await versionOf(campaignId)
    const responses = await atOnce((name) =>
      world
        .as(name)
        .send(campaigns.submitAgain, { path: { ...account, campaignId }, body: { comment: `${name} ${round}` } }, match(version)),
    )
    expect(statuses(responses), `round ${round}`).toEqual([200, 412])
    const stored = await db()
      .selectFrom('changes')
      .select('comment')
      .where('campaign_id', '=', campaignId)
      .orderBy('change_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(stored.comment).toBe(`${pair[responses.findIndex(({ status }) => status === 200)]} ${round}`)
  }
}, 120_000)

test('the images of a campaign', async () => {
  const upload = { experience_asset_id: 1, file_name: 'one.png', content: fitting }
  const asset = async (name: Name) =>
    (await world.as(name).send(mediaDrafts.add, { path: campaign, body: upload })).reply.result.asset_id as number // as the contract has it
  const assets = [await asset('superUser'), await asset('clientAdmin')]
  for (let round = 1; round <= rounds; round++) {
    await db().updateTable('campaigns').set({ review_status_id: 3 }).where('campaign_id', '=', 10).execute()
    await db().deleteFrom('campaign_assets').where('campaign_id', '=', 10).execute()
    const version = await versionOf(10)
    const responses = await atOnce((name, index) => {
      const pictures = [{ experience_asset_id: 1, asset_id: assets[index] ?? 0 }]
      return world.as(name).send(mediaDrafts.create, { path: campaign, body: { pictures } }, match(version))
    })
    expect(statuses(responses), `round ${round}`).toEqual([200, 412])
    const shown = await db().selectFrom('campaign_assets').select('asset_id').where('campaign_id', '=', 10).execute()
    expect(shown).toEqual([{ asset_id: assets[responses.findIndex(({ status }) => status === 200)] }])
  }
}, 120_000)

/** Changes the campaign's name; returns the id of the change. */
async function renamed(name: string) {
  const version = await versionOf(10)
  const { status } = await world.as('clientAdmin').send(campaigns.change, { path: campaign, body: { name } }, match(version))
  expect(status).toBe(200)
  const { change_id: id } = await db()
    .selectFrom('changes')
    .select('change_id')
    .where('campaign_id', '=', 10)
    .orderBy('change_id', 'desc')
    .executeTakeFirstOrThrow()
  return { id, version: version + 1 }
}
const nameNow = async () => (await db().selectFrom('campaigns').select('name').where('campaign_id', '=', 10).executeTakeFirstOrThrow()).name

test('a change that two users undo is undone once', async () => {
  for (let round = 1; round <= rounds; round++) {
    const before = await nameNow()
    const { id } = await renamed(`Name ${round}`)
    const responses = await atOnce((name) => world.as(name).send(campaigns.undo, { path: client, body: { campaign_change_ids: [id] } }))
    const changed = responses.map(({ reply }) => reply.result.changed as number) // as the contract has it
    expect(changed.toSorted(), `round ${round}`).toEqual([0, 1])
    expect(await nameNow()).toBe(before)
  }
}, 120_000)

test('when one user undoes a change while another edits the same field, one is refused', async () => {
  for (let round = 1; round <= rounds; round++) {
    const before = await nameNow()
    const { id, version } = await renamed(`Mine ${round}`)
    const [undone, changed] = await Promise.all([
      world.as('clientAdmin').send(campaigns.undo, { path: client, body: { campaign_change_ids: [id] } }),
      world.as('superUser').send(campaigns.change, { path: campaign, body: { name: `Theirs ${round}` } }, match(version)),
    ])
    const outcome = [undone.reply.result.changed, changed.status]
    expect(
      [
        [1, 412],
        [0, 200],
      ],
      `round ${round}`,
    ).toContainEqual(outcome)
    expect(await nameNow()).toBe(changed.status === 200 ? `Theirs ${round}` : before)
  }
}, 120_000)

test('removing an ad group while another user changes it is refused for the older version', async () => {
  for (let round = 1; round <= rounds; round++) {
    await db().updateTable('campaigns').set({ review_status_id: 3 }).where('campaign_id', '=', 10).execute()
    const body = { name: `Race ${round}`, campaign_id: 10, base_bid: '0.5' }
    const made = await world.as('clientAdmin').send(adGroups.create, { path: account, body }, key())
    const { ad_group_id: adGroupId, version } = made.reply.result
    const path = { ...account, adGroupId }
    const [removed, changed] = await Promise.all([
      world.as('clientAdmin').send(adGroups.remove, { path, query: { version } }),
      world.as('superUser').send(adGroups.change, { path, body: { name: `Changed ${round}` } }, match(version)),
    ])
    expect(
      [
        [200, 404],
        [412, 200],
      ],
      `round ${round}`,
    ).toContainEqual([removed.status, changed.status])
  }
}, 120_000)

test('removing a campaign that has changed since it was read is refused', async () => {
  const campaignId = waitingCampaign(1)
  const path = { ...account, campaignId }
  for (let round = 1; round <= rounds; round++) {
    // A campaign under review cannot change its name, so the change could never come first.
    await db().updateTable('campaigns').set({ deleted_at: null, review_status_id: 3 }).where('campaign_id', '=', campaignId).execute()
    const seen = await versionOf(campaignId)
    const change = () => world.as('superUser').send(campaigns.change, { path, body: { name: `Changed ${round}` } }, match(seen))
    const remove = () => world.as('clientAdmin').send(campaigns.remove, { path, query: { version: seen } })
    const either = [
      [200, 412],
      [404, 200],
    ]
    // One round per order, so that both orders occur. In other rounds the removal starts up to seven milliseconds later,
    // because it sends fewer statements and would nearly always come first.
    let changed: Answered
    let removed: Answered
    if (round === 1) {
      changed = await change()
      removed = await remove()
    } else if (round === 2) {
      removed = await remove()
      changed = await change()
    } else [changed, removed] = await Promise.all([change(), sleep(round % 8).then(remove)])
    const possible = round <= 2 ? [either[round - 1]] : either
    expect(possible, `round ${round}`).toContainEqual([changed.status, removed.status])
    const again = await world.as('clientAdmin').send(campaigns.remove, { path, query: { version: seen + 7 } })
    expect(again.status, `round ${round}`).toBe(removed.status === 200 ? 404 : 412)
  }
}, 120_000)

test('the list views of one user in two tabs', async () => {
  const { userId } = people.clientAdmin
  const path = { userId, name: 'views.campaigns' }
  const { one, change } = contract.userSettings
  const me = () => world.as('clientAdmin')
  const view = (name: string) => ({ name, query: `name=${name}` })
  for (let round = 1; round <= rounds; round++) {
    const seen = (await me().send(one, { path })).reply.result.value
    const wanted = ['a', 'b'].map((tab) => ({ columns: [], views: [view(`${tab} ${round}`)] }))
    const responses = await Promise.all(wanted.map((value) => me().send(change, { path, body: { value, seen } })))
    expect(statuses(responses), `round ${round}`).toEqual([200, 412])
    const won = wanted[responses.findIndex(({ status }) => status === 200)]
    expect((await me().send(one, { path })).reply.result.value).toEqual(won)
  }
})
