import { expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { ThemeValues } from '../../src/contract/clients/themes.ts'
import { type CallerName, accessibleTenants, people } from '../support/world/people.ts'
import { leakMarkers } from '../support/world/small-seed.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { changes, clientThemes, themes } = contract
const theme: ThemeValues = { font_family: 'Limitless', primary_color: '#123abc', button_color: '#456DEF', button_text_color: '#ffffff' }
let keys = 0
const path = (memberGroupId: number) => ({ path: { memberGroupId } })
const worn = async (id: number) => (await world.as('nobody').send(themes.one, path(id))).reply.result
const list = async (name: CallerName) => (await world.as(name).send(clientThemes.list, {})).reply.result.themes
const create = (name: CallerName, id: number, body: object = { theme }) =>
  world.as(name).send(clientThemes.create, { ...path(id), body: { theme, ...body } }, { 'Idempotency-Key': `key-${++keys}-of-themes` })
const change = (name: CallerName, id: number, body: object, version = 1) =>
  world.as(name).send(clientThemes.change, { ...path(id), body }, { 'If-Match': String(version) })
const remove = (name: CallerName, id: number) => world.as(name).send(clientThemes.remove, path(id))

test('a theme is created once, changed and removed; without one the default applies', async () => {
  expect((await worn(3)).member_group_id).toBe(1)
  expect((await create('superUser', 3)).reply.result).toMatchObject({ member_group_id: 3, theme, version: 1 })
  expect((await create('superUser', 3)).status).toBe(409)
  expect(await worn(3)).toMatchObject({ member_group_id: 3, theme })
  const dark = { ...theme, primary_color: '#000000' }
  expect((await change('superUser', 3, { theme: dark })).reply.result).toMatchObject({ theme: dark, version: 2 })
  expect((await change('superUser', 3, { theme })).status).toBe(412)
  expect([(await remove('superUser', 3)).status, (await remove('superUser', 3)).status]).toEqual([200, 404])
  expect((await worn(3)).member_group_id).toBe(1)
})

test('the default theme cannot be removed', async () => {
  expect((await remove('superUser', 1)).status).toBe(409)
  expect((await worn(1)).theme.primary_color).toBe('#000001')
})

test("the list has the themes of the caller's clients, and other clients' themes cannot be changed", async () => {
  for (const name of ['superUser', 'clientAdmin', 'clientViewer', 'advertiserAdmin', 'advertiserViewer'] as const)
    expect(
      (await list(name)).map(({ member_group_id }: { member_group_id: number }) => member_group_id),
      name,
    ).toEqual(accessibleTenants[name].clients.filter((id) => id < 3))
  for (const response of [await create('clientAdmin', 3), await change('clientAdmin', 2, { theme }), await remove('clientAdmin', 2)])
    expect(response.status).toBe(404)
  for (const name of ['clientViewer', 'advertiserAdmin', 'advertiserViewer', 'partner'] as const)
    expect((await change(name, 1, { theme })).status, name).toBe(403)
  const given = { user_id: people.advertiserAdmin.userId, level: 'base', thing_id: 0, permission: 'themes.change', granted: true }
  await world.database.kysely.insertInto('user_activities').values(given).execute()
  expect((await change('advertiserAdmin', 1, { theme })).status).toBe(403)
})

test("of another client's theme only what a sign-in page needs is public", async () => {
  for (const name of ['nobody', 'clientAdmin', 'partner'] as const) {
    const { reply, text } = await world.as(name).send(themes.one, path(2))
    expect(Object.keys(reply.result).toSorted()).toEqual([
      'id',
      'member_group_id',
      'registration_enabled',
      'sso_connection_id',
      'sso_organization_id',
      'theme',
    ])
    expect(text).not.toContain(leakMarkers.client(2))
  }
})

test('the registration setting is stored with the client and gives it a new version', async () => {
  const client = async () => (await world.as('clientAdmin').send(contract.memberGroups.one, path(1))).reply.result
  const before = await client()
  expect((await change('clientAdmin', 1, { registration_enabled: false })).reply.result.registration_enabled).toBe(false)
  expect(await client()).toMatchObject({ registration_enabled: false, version: before.version + 1 })
  expect((await change('clientAdmin', 1, { sso_organization_id: 'org_of_mine' }, 2)).status).toBe(403)
  expect((await change('internalAdmin', 1, { sso_organization_id: 'org_1' }, 2)).reply.result.sso_organization_id).toBe('org_1')
})

const scripts = [
  'url(https://evil.example/x)',
  'expression(alert(1))',
  'javascript:alert(1)',
  '</style><script>alert(1)</script>',
  'var(--x)',
  'attr(style)',
  'image-set("//evil.example" 1x)',
]
const colours = [
  'red',
  '#fff',
  '#12345',
  '#1234567',
  '#12345g',
  '123456',
  '#123456;',
  '#123456\n',
  ' #123456',
  '#123456 ',
  '#１２３４５６',
  'rgb(0,0,0)',
]
const tails = [
  '}',
  '}*{display:none',
  ';background:url(//evil.example)',
  '/**/',
  '\\',
  '\0',
  '"',
  "'",
  '<',
  '\u2028',
  '!important',
  '@import "//evil.example"',
]
const odd: readonly unknown[] = [null, 1, true, [], {}, ['#123456'], { value: '#123456' }, '']
/** Invalid values for colours and fonts. */
const hostile: readonly unknown[] = [...scripts, ...colours, ...tails, ...tails.map((tail) => `#123456${tail}`), ...odd]

test('two hundred hostile values are refused in every field, and nothing is stored', async () => {
  const fields = Object.keys(theme)
  const sent = hostile.flatMap((value) => fields.map((field) => [field, value] as const))
  for (const [field, value] of sent) {
    const { status, reply } = await change('superUser', 1, { theme: { ...theme, [field]: value } })
    expect([status, reply.fields?.[0].path], `${field}: ${JSON.stringify(value)}`).toEqual([422, `theme.${field}`])
  }
  console.log(`themes: ${sent.length} hostile values, all refused`)
  expect(sent.length).toBeGreaterThanOrEqual(200)
  for (const extra of [{ css: 'x' }, { logo_url: 'https://evil.example' }, { '--ad-x': 'x' }])
    expect((await change('superUser', 1, { theme: { ...theme, ...extra } })).status).toBe(422)
  expect((await list('superUser'))[0]).toMatchObject({ version: 1, theme: { primary_color: '#000001' } })
})

test('a theme has a history, and each of its changes can be undone', async () => {
  const history = async (name: CallerName = 'superUser', id = 3) =>
    (await world.as(name).send(changes.theme.report, { ...path(id), body: {} })).reply.result?.changes ?? []
  const undo = (change_id: number, version: number, name: CallerName = 'superUser') =>
    world.as(name).send(changes.theme.undo, { ...path(3), body: { change_id } }, { 'If-Match': String(version) })
  await create('superUser', 3)
  await change('superUser', 3, { theme: { ...theme, primary_color: '#000000', font_family: 'Default' } })
  const [changed, created] = await history()
  expect([changed.kind, changed.is_undoable, created.kind, created.is_undoable]).toEqual(['changed', true, 'created', false])
  expect(changed.fields).toEqual([
    { field: 'font_family', before: 'Limitless', after: 'Default' },
    { field: 'primary_color', before: '#123abc', after: '#000000' },
  ])
  expect((await undo(changed.change_id, 1)).status).toBe(412)
  expect((await undo(changed.change_id, 2)).reply.result).toMatchObject({ problem: null, version: 3 })
  expect((await worn(3)).theme).toEqual(theme)
  await remove('superUser', 3)
  const kinds = (await history()).map(({ kind, is_undoable }: { kind: string; is_undoable: boolean }) => [kind, is_undoable])
  // There is no theme that an undo could change.
  expect(kinds).toEqual([
    ['removed', false],
    ['undone', false],
    ['changed', false],
    ['created', false],
  ])
  expect((await undo(changed.change_id, 0)).status).toBe(403)
})

test('the history of a theme is for those who may read the themes of the whole client', async () => {
  const status = async (name: CallerName, id: number) => (await world.as(name).send(changes.theme.report, { ...path(id), body: {} })).status
  expect([await status('clientAdmin', 1), await status('clientViewer', 1), await status('advertiserAdmin', 1)]).toEqual([200, 200, 403])
  expect(await status('clientAdmin', 2)).toBe(404)
})
