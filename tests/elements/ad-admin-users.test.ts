import '/dist/placard.js'
import { adminPermissions, answerAdmin, listOf, recordChange, token, user } from '../support/elements/admin.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { failed, refused, success } from '../support/elements/insertion-orders.ts'
import { eventually, put } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
type Platform = NonNullable<Parameters<typeof answerAdmin>[0]>

let platform: ReturnType<typeof answerAdmin> | undefined
/** Shows the element at a path, with answers to its requests. */
function show(path: string, answers: Platform = {}, attributes: Readonly<Record<string, string>> = {}) {
  platform?.stop()
  platform = answerAdmin(answers)
  const own: typeof token = () => token() // a host of its own, so that nothing is cached from another test
  const element = put('ad-admin', { path, ...attributes }, { getToken: own })
  return { element, platform }
}

const button = (name: string) => person.getByRole('button', { name, exact: true })
const heading = (name: string) => person.getByRole('heading', { name, exact: true })
const row = (name: string) => person.getByRole('row', { name: new RegExp(name) })
const isNarrow = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth

const outcomes = (codes: Readonly<Record<number, string | null>>, isDry: boolean) =>
  success({
    users: Object.entries(codes).map(([id, code]) => ({
      user_id: Number(id),
      outcome: code === null ? 'changed' : code === 'unchanged' ? 'unchanged' : 'refused',
      code: code === 'unchanged' ? null : code,
    })),
    changed: Object.values(codes).filter((code) => code === null).length,
    is_dry_run: isDry,
  })

describe('administration of users', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 900 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('list: shows who users are, and leads to their page', async () => {
    const { element, platform: answered } = show('users', {
      replies: { 'POST users/report': listOf([user(), user({ user_id: 9, email: 'new@palisade.example', is_set_up: false })]) },
    })
    await expect(row('carla.ruiz@palisade.example')).toContainText('Advertiser viewer')
    await expect(row('carla.ruiz@palisade.example')).toContainText('1 advertiser')
    await expect(row('new@palisade.example')).toContainText('Invited')
    expect(await hardToUse(element)).to.deep.equal([])
    await person.setViewportSize({ width: 360, height: 800 })
    await eventually(() => expect(isNarrow()).to.equal(true))
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('searchbox', { name: 'Search by email' }).fill('carla')
    const filters = () => answered.sent.findLast(({ path }) => path === 'users/report')?.body.filters
    await eventually(() => expect(filters()).to.deep.equal([{ field: 'email', operation: 'ILIKE', value: 'carla' }]))
    await person.getByRole('link', { name: 'carla.ruiz@palisade.example' }).click()
    await expect(heading('Carla Ruiz')).toBeVisible()
    expect(element.getAttribute('path') ?? element.path).to.equal('users/8')
  })

  it('list: says that there is nothing, that access is refused, and what failed', async () => {
    show('users', { replies: { 'POST users/report': listOf([]) } })
    await expect(person.getByText('No users yet')).toBeVisible()
    document.body.replaceChildren()
    show('users', { replies: { 'POST users/report': failed } })
    await expect(button('Try again')).toBeVisible()
    document.body.replaceChildren()
    show('clients/1?tab=users', { permissions: ['member_groups.read'] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('areas: contain only what the user may see, and mark the current one', async () => {
    show('clients/1?tab=users')
    const areas = person.getByRole('navigation', { name: 'Areas' })
    await expect(areas.getByRole('heading', { name: 'Retailer' })).toBeVisible()
    await expect(areas.getByRole('link', { name: 'Users' }).last()).toHaveAttribute('aria-current', 'page')
    await expect(areas.locator('[aria-current]')).toHaveCount(1)
    await person.setViewportSize({ width: 360, height: 800 })
    const open = areas.getByRole('button', { name: 'Users' })
    await expect(open).toHaveAttribute('aria-expanded', 'false')
    await open.click()
    await areas.getByRole('link', { name: 'Overview' }).first().click()
    await expect(heading('Administration')).toBeVisible()
  })

  it('list: says why a user with read permission changes none', async () => {
    const { element } = show('users', { permissions: ['users.read'], replies: { 'POST users/report': listOf([user()]) } })
    await row('carla.ruiz@palisade.example').getByRole('checkbox').check()
    for (const name of ['Activate', 'Deactivate']) await expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    await row('carla.ruiz@palisade.example')
      .getByRole('button', { name: /^Actions|More/ })
      .click()
    for (const name of ['Edit', 'Deactivate'])
      await expect(person.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-disabled', 'true')
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('status: several users are deactivated after a preview that says who is refused', async () => {
    const rows = [8, 9, 10].map((user_id) => user({ user_id, email: `user-${user_id}@palisade.example` }))
    const { element, platform: answered } = show('users', {
      replies: {
        'POST users/report': listOf(rows),
        'PATCH users/bulk': ({ body }) =>
          body.dry_run ? outcomes({ 8: null, 9: 'last_client_admin', 10: 'unchanged' }, true) : outcomes({ 8: null }, false),
      },
    })
    const changed: number[] = []
    element.addEventListener('ad-user-changed', ({ detail }) => changed.push(detail.user_id))
    for (const { email } of rows) await row(email).getByRole('checkbox').check()
    await button('Deactivate').click()
    const dialog = person.getByRole('dialog', { name: 'Deactivate users' })
    await expect(dialog).toContainText('1 user is signed out everywhere and cannot sign in.')
    await expect(dialog).toContainText('1 user is inactive already.')
    await expect(dialog).toContainText('1 user: Each client needs at least one administrator')
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(person.getByText('1 user deactivated', { exact: true })).toBeVisible()
    expect(answered.sent.filter(({ path }) => path === 'users/bulk').map(({ body }) => body)).to.deep.equal([
      { user_ids: [8, 9, 10], status: 'inactive', dry_run: true },
      { user_ids: [8], status: 'inactive' },
    ])
    expect(changed).to.deep.equal([8])
  })

  it('status: a batch that fails leaves those before it changed, and the notices say both', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => user({ user_id: index + 100, email: `user-${index}@palisade.example` }))
    const { element, platform: answered } = show('users', {
      replies: {
        'POST users/report': ({ body }) => {
          const { start, count } = body.pagination as { start: number; count: number } // every list sends its page
          return success({ users: rows.slice(start, start + count), total: rows.length })
        },
        'PATCH users/bulk': ({ body }) => {
          const ids = body.user_ids as number[] // the ids of the rows above
          if (ids[0] === 600 && !body.dry_run) return failed
          return outcomes(Object.fromEntries(ids.map((id) => [id, null])), body.dry_run === true)
        },
      },
    })
    const changed: number[] = []
    element.addEventListener('ad-user-changed', ({ detail }) => changed.push(detail.user_id))
    await person.getByRole('checkbox', { name: 'Select all' }).check()
    await button('Deactivate').click()
    await person.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
    const notices = person.getByRole('region', { name: 'Notifications' })
    await expect(notices.getByText('500 users deactivated', { exact: true })).toBeVisible()
    await expect(notices.getByText('100 users were not changed', { exact: true })).toBeVisible()
    expect(changed.length).to.equal(500)
    await notices.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => {
      const undone = answered.last('PATCH', 'users/bulk')?.body
      expect(undone).to.deep.equal({ user_ids: rows.slice(0, 500).map(({ user_id }) => user_id), status: 'active' })
    })
  })

  it('sessions: users may end their own', async () => {
    const own = user({ user_id: 3, roles: [{ ...user().roles[0]!, role_id: 3, id: 3 }] }) // the fixture has a role
    show('users/3?tab=sessions', {
      replies: {
        'GET users/3': success(own),
        'GET users/3/sessions': success({ sessions: [] }),
        'DELETE users/3/sessions': success('success'),
      },
    })
    await button('Sign out everywhere').click()
    const dialog = person.getByRole('dialog')
    await expect(dialog).toContainText('All your browsers have to sign in again, also this one.')
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await eventually(() => expect(platform?.last('DELETE', 'users/3/sessions')).not.to.equal(undefined))
  })

  it('home: says that nothing needs attention only after every check, and which one failed', async () => {
    const nothing = { 'POST users/report': listOf([]), 'POST users/3/member_groups_report': 'never' as const }
    show('', { replies: nothing })
    await expect(heading('Administration')).toBeVisible()
    await eventually(() => expect(platform?.last('POST', 'users/report')).not.to.equal(undefined))
    await expect(person.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(heading('Nothing needs attention')).toHaveCount(0)
    document.body.replaceChildren()
    show('', { replies: { ...nothing, 'POST users/3/member_groups_report': failed } })
    await expect(person.getByRole('alert')).toContainText('Couldn’t check: Pending clients')
    await expect(heading('Nothing needs attention')).toHaveCount(0)
    document.body.replaceChildren()
    const pending = {
      member_group_id: 9,
      name: 'Corner',
      status: 'pending',
      host_name: null,
      currency_code: 'USD',
      registration_enabled: false,
      has_sso: false,
      advertisers: 0,
      active_campaigns: 0,
      created_at: '2021-01-01T00:00:00Z',
    }
    show('', { replies: { 'POST users/3/member_groups_report': success({ member_groups: [pending], total: 1 }) } })
    await expect(person.getByRole('link', { name: 'Corner is pending until internal staff confirms it' })).toBeVisible()
    await expect(person.getByRole('link', { name: '1 invitation is not accepted' })).toBeVisible()
    document.body.replaceChildren()
    show('', { replies: { 'POST users/report': listOf([]) } })
    await expect(heading('Nothing needs attention')).toBeVisible()
    document.body.replaceChildren()
    show('', { permissions: [] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('page: shows access, sessions and history, and undoes a change', async () => {
    const { element, platform: answered } = show('users/8', {
      replies: {
        'GET users/8/sessions': success({
          sessions: [
            { signed_in_at: '2021-10-01T09:00:00.000Z', used_at: '2021-10-01T10:00:00.000Z', ends_at: '2021-10-01T22:00:00.000Z' },
          ],
        }),
        'DELETE users/8/sessions': success('success'),
        'POST users/8/changes/undo': ({ body }) =>
          success({
            fields: recordChange().fields,
            problem: null,
            changed_since: [],
            change_id: body.dry_run ? null : 42,
            version: 5,
            is_dry_run: body.dry_run === true,
            seen_up_to: 41,
          }),
      },
    })
    await expect(person.getByText('Palisade', { exact: true })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('tab', { name: 'Sessions' }).click()
    await expect(person.getByRole('row')).toHaveCount(2)
    await button('Sign out everywhere').click()
    await person.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(person.getByText('Signed out everywhere', { exact: true })).toBeVisible()
    await person.getByRole('tab', { name: 'History' }).click()
    await expect(person.getByText('Roles: Advertiser viewer → Advertiser reporting')).toBeVisible()
    await button('Undo').click()
    await expect(person.getByRole('region', { name: 'Notifications' }).getByText('Undone')).toBeVisible()
    const undone = answered.sent.filter(({ path }) => path === 'users/8/changes/undo')
    expect(undone.map(({ ifMatch }) => ifMatch)).to.deep.equal(['"4"', '"4"'])
    await person.setViewportSize({ width: 360, height: 800 })
    await eventually(() => expect(isNarrow()).to.equal(true))
  })

  it('page: says that a user is missing or refused, and that loading failed', async () => {
    show('users/8', { replies: { 'GET users/8': { status: 404, code: 'not_found' } } })
    await expect(heading('User not found')).toBeVisible()
    document.body.replaceChildren()
    show('users/8', { replies: { 'GET users/8': refused } })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    document.body.replaceChildren()
    show('users/8', { replies: { 'GET users/8': failed } })
    await expect(heading('Couldn’t load the user')).toBeVisible()
  })

  it('edit: the bar counts, reviews, saves and discards changes', async () => {
    const { element, platform: answered } = show('clients/1/users/8/edit', {
      replies: { 'PUT users/8': success(user({ last_name: 'Vega', version: 5 })) },
    })
    const lastName = person.getByRole('textbox', { name: 'Last name' })
    await lastName.fill('Vega')
    const bar = person.getByRole('region', { name: 'Unsaved changes' })
    await expect(bar).toContainText('1 unsaved change')
    expect(await hardToUse(element)).to.deep.equal([])
    await bar.getByRole('button', { name: 'Review' }).click()
    const dialog = person.getByRole('dialog', { name: 'Review changes' })
    await expect(dialog.getByRole('row', { name: 'Last name Ruiz Vega' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Discard' }).click()
    await expect(lastName).toHaveValue('Ruiz')
    await expect(bar).toBeHidden()
    await lastName.fill('Vega')
    await bar.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText('User saved', { exact: true })).toBeVisible()
    await expect(bar).toBeHidden()
    const [sent] = answered.sent.filter(({ method }) => method === 'PUT')
    expect([sent?.ifMatch, sent?.body]).to.deep.equal([
      '"4"',
      {
        first_name: 'Carla',
        last_name: 'Vega',
        locale_id: 1,
        status: 'active',
        role_ids: [7],
        access: { clients: [], advertiser_groups: [], advertisers: [3] },
      },
    ])
  })

  it('edit: offers the roles of the level, and shows why a change is refused', async () => {
    show('clients/1/advertisers/3/users/8/edit', {
      replies: {
        'GET advertisers/3': { status: 404, code: 'not_found' },
        'PUT users/8': { status: 409, code: 'conflict', fields: [{ path: 'user', rule: 'no', code: 'last_client_admin' }] },
      },
    })
    await person.getByRole('combobox', { name: /^Roles/ }).click()
    await expect(person.getByRole('option')).toHaveText([
      'Advertiser admin',
      'Advertiser manager',
      'Advertiser viewer',
      'Advertiser reporting',
    ])
    await person.keyboard.press('Escape')
    await person.getByRole('textbox', { name: 'First name' }).fill('Clara')
    await button('Save').click()
    await expect(person.getByText('Each client needs at least one administrator').first()).toBeVisible()
    await expect(person.getByText('Couldn’t save: User', { exact: true })).toBeVisible()
  })

  it('readonly: hides every action that writes', async () => {
    show('users/8', {}, { readonly: '' })
    await expect(heading('Carla Ruiz')).toBeVisible()
    await expect(button('Edit user')).toHaveCount(0)
    await expect(button('More actions')).toHaveCount(0)
    document.body.replaceChildren()
    show('users/8', { permissions: adminPermissions.filter((permission) => permission !== 'users.change') })
    await expect(button('Edit user')).toHaveAttribute('aria-disabled', 'true')
  })
})
