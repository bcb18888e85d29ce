import { expect, test } from 'vitest'
import { internalMemberGroupId } from '../../src/contract/access/access.rules.ts'
import { contract } from '../../src/contract/index.ts'
import { type CallerName, people } from '../support/world/people.ts'
import { termsUrl } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { clientTerms, terms } = contract
const path = { memberGroupId: 1 }
const read = async (name: CallerName, query = {}) => (await world.as(name).send(terms.one, { path, query })).reply.result
const accept = (name: CallerName, terms_conditions_url = termsUrl) =>
  world.as(name).send(terms.accept, { path, body: { terms_conditions_url } })
const reset = (name: CallerName, body: { terms_conditions_url: string; locale_id: number }, version = 1) =>
  world.as(name).send(terms.reset, { path, body }, { 'If-Match': String(version) })
const next = { terms_conditions_url: 'https://terms.example/2', locale_id: 1 }

test('each user accepts the terms once for themselves', async () => {
  expect(await read('clientViewer')).toMatchObject({
    has_accepted: false,
    terms_conditions_url: termsUrl,
    member_group_id: 1,
    locale_id: 1,
  })
  for (let round = 0; round < 2; round++) expect((await accept('clientViewer')).status).toBe(200)
  expect([(await read('clientViewer')).has_accepted, (await read('clientAdmin')).has_accepted]).toEqual([true, false])
  const rows = await world.database.kysely.selectFrom('terms_acceptances').selectAll().execute()
  expect(rows).toMatchObject([{ user_id: people.clientViewer.userId, url: termsUrl, voided_at: null }])
})

test('a reset asks all users again, refuses acceptance of the old text, and stores earlier acceptances', async () => {
  await accept('clientViewer')
  expect((await reset('clientAdmin', next)).reply.result).toMatchObject({ ...next, version: 2 })
  expect(await read('clientViewer')).toMatchObject({ has_accepted: false, terms_conditions_url: next.terms_conditions_url })
  expect((await accept('clientViewer')).status).toBe(409)
  expect((await accept('clientViewer', next.terms_conditions_url)).status).toBe(200)
  expect((await read('clientViewer')).has_accepted).toBe(true)
  const rows = await world.database.kysely.selectFrom('terms_acceptances').select(['url', 'voided_at']).orderBy('accepted_at').execute()
  expect(rows.map(({ url, voided_at }) => [url, voided_at !== null]).toSorted()).toEqual([
    [termsUrl, true],
    [next.terms_conditions_url, false],
  ])
})

test('a reset with the same text asks again, too', async () => {
  await accept('clientViewer')
  expect((await reset('clientAdmin', { ...next, terms_conditions_url: termsUrl })).status).toBe(200)
  expect((await read('clientViewer')).has_accepted).toBe(false)
})

test('one of two resets of the same version is refused, also in a new language', async () => {
  await world.database.kysely.insertInto('locales').values({ id: 2, code: 'de', name: 'Deutsch' }).execute()
  expect([(await reset('clientAdmin', next)).status, (await reset('internalAdmin', next)).status]).toEqual([200, 412])
  const german = { ...next, locale_id: 2 }
  expect([(await reset('clientAdmin', german, 0)).status, (await reset('internalAdmin', german, 0)).status]).toEqual([200, 412])
})

test('terms are in the requested language, or else in the first one', async () => {
  await world.database.kysely.insertInto('locales').values({ id: 2, code: 'de', name: 'Deutsch' }).execute()
  expect(await read('clientViewer', { locale_id: 2 })).toMatchObject({ locale_id: 1, terms_conditions_url: termsUrl, version: 0 })
  await reset('clientAdmin', { terms_conditions_url: 'https://terms.example/de', locale_id: 2 }, 0)
  expect(await read('clientViewer', { locale_id: 2 })).toMatchObject({
    locale_id: 2,
    terms_conditions_url: 'https://terms.example/de',
    version: 1,
  })
  expect((await accept('clientViewer', 'https://terms.example/de')).status).toBe(200)
  expect((await read('clientViewer')).has_accepted).toBe(true)
})

test("internal staff, partners' servers and clients without terms need no acceptance", async () => {
  for (const name of ['superUser', 'internalAdmin', 'partner'] as const) expect((await read(name)).has_accepted, name).toBe(true)
  expect((await accept('partner')).status).toBe(403)
  await world.database.kysely.deleteFrom('terms').execute()
  expect(await read('clientViewer')).toMatchObject({ has_accepted: true, terms_conditions_url: null, last_modified: null, version: 0 })
})

test('terms are a web address that stays as it was entered', async () => {
  for (const url of [
    'http://terms.example',
    'javascript:alert(1)',
    'https://',
    'https://terms',
    'data:text/html,x',
    ' https://terms.example',
    'https://terms.example/a b',
  ])
    expect((await reset('clientAdmin', { ...next, terms_conditions_url: url })).status, url).toBe(422)
  expect((await reset('clientAdmin', { ...next, locale_id: 99 })).status).toBe(422)
})

test('only users with the whole client can reset its terms', async () => {
  for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserReporting', 'partner'] as const)
    expect((await reset(name, next)).status, name).toBe(403)
  const given = { user_id: people.advertiserAdmin.userId, level: 'base', thing_id: 0, permission: 'terms.reset', granted: true }
  await world.database.kysely.insertInto('user_activities').values(given).execute()
  expect((await reset('advertiserAdmin', next)).status).toBe(403)
})

test('the internal member group needs no acceptance, of its users or at its address', async () => {
  const { kysely } = world.database
  expect((await read('clientViewer')).has_accepted).toBe(false)
  const one = await kysely.selectFrom('member_groups').selectAll().where('member_group_id', '=', 3).executeTakeFirstOrThrow()
  const names = { name: 'Internal', login_key: null, host_name: null }
  await kysely
    .insertInto('member_groups')
    .values({ ...one, ...names, member_group_id: internalMemberGroupId })
    .execute()
  await kysely
    .insertInto('terms')
    .values({ member_group_id: internalMemberGroupId, locale_id: 1, url: termsUrl, modified_at: '2026-01-01T00:00:00Z' })
    .execute()
  const row = { user_id: people.clientViewer.userId, kind: 'client', thing_id: internalMemberGroupId }
  await kysely.insertInto('user_access').values(row).execute()
  expect((await read('clientViewer')).has_accepted).toBe(true)
  const at = await world.as('clientViewer').send(terms.one, { path: { memberGroupId: internalMemberGroupId }, query: {} })
  expect(at.reply.result).toMatchObject({ terms_conditions_url: termsUrl, has_accepted: true })
  expect((await read('clientAdmin')).has_accepted).toBe(false)
})

test('the overview has every language with its version, and the number of users who would be asked again', async () => {
  await world.database.kysely.insertInto('locales').values({ id: 2, code: 'de', name: 'Deutsch' }).execute()
  await accept('clientViewer')
  await accept('clientAdmin')
  const overview = async (name: CallerName) => world.as(name).send(clientTerms.overview, { path })
  expect((await overview('clientViewer')).reply.result).toMatchObject({
    accepted: 2,
    languages: [
      { locale_id: 1, code: 'en-US' },
      { locale_id: 2, code: 'de' },
    ],
    terms: [{ locale_id: 1, code: 'en-US', terms_conditions_url: termsUrl, version: 1 }],
  })
  await reset('clientAdmin', { terms_conditions_url: 'https://terms.example/de', locale_id: 2 }, 0)
  const { result } = (await overview('clientAdmin')).reply
  expect([result.accepted, result.terms.map(({ code, version }: { code: string; version: number }) => [code, version])]).toEqual([
    0,
    [
      ['en-US', 1],
      ['de', 1],
    ],
  ])
  for (const name of ['advertiserAdmin', 'advertiserViewer'] as const) expect((await overview(name)).status, name).toBe(403)
})

test('a reset voids 847 acceptances, keeps their rows, and says so in the history', async () => {
  const { kysely } = world.database
  const users = Array.from({ length: 847 }, (_, index) => ({
    user_id: 1000 + index,
    email: `user-${index}@many.example`,
    user_name: `user-${index}`,
    first_name: '',
    last_name: '',
    locale_id: 1,
    status: 'active' as const,
    password_hash: '',
    created_at: '2026-01-01T00:00:00Z',
  }))
  await kysely.insertInto('users').values(users).execute()
  const accepted = users.map(({ user_id }) => ({
    member_group_id: 1,
    user_id,
    url: termsUrl,
    accepted_at: '2026-02-01T00:00:00Z',
    voided_at: null,
  }))
  await kysely.insertInto('terms_acceptances').values(accepted).execute()
  await reset('clientAdmin', next)
  const rows = await kysely.selectFrom('terms_acceptances').select('voided_at').execute()
  expect([rows.length, rows.filter(({ voided_at }) => voided_at === null).length]).toEqual([847, 0])
  const history = await world.as('clientViewer').send(clientTerms.changes, { path, body: {} })
  expect(history.reply.result.changes).toMatchObject([
    {
      kind: 'changed',
      user: { user_id: people.clientAdmin.userId },
      is_undoable: false,
      fields: [
        { field: 'version', before: 1, after: 2 },
        { field: 'url.en-US', before: termsUrl, after: next.terms_conditions_url },
        { field: 'asked_again', before: null, after: 847 },
      ],
    },
  ])
})
