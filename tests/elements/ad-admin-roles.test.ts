import '/dist/placard.js'
import { answerAdmin, listOf, recordChange, role, roleRow, token, user } from '../support/elements/admin.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { failed, refused, success } from '../support/elements/insertion-orders.ts'
import { eventually, put } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
type Platform = NonNullable<Parameters<typeof answerAdmin>[0]>

const reading = ['roles.read', 'users.read', 'role_permissions.read']
const editing = [...reading, 'roles.create', 'roles.change', 'roles.remove', 'role_permissions.create', 'role_permissions.remove']
/** A client admin who may edit roles, and holds some permissions to give. */
const permissions = [...editing, 'campaigns.read', 'campaigns.create', 'campaigns.change', 'campaigns.review', 'member_groups.read']

let platform: ReturnType<typeof answerAdmin> | undefined
function show(path: string, answers: Platform = {}, attributes: Readonly<Record<string, string>> = {}) {
  platform?.stop()
  platform = answerAdmin({ permissions, ...answers })
  const own: typeof token = () => token() // a host of its own, so that nothing is cached from another test
  const element = put('ad-admin', { path, ...attributes }, { getToken: own })
  return { element, platform }
}

const button = (name: string) => person.getByRole('button', { name, exact: true })
const heading = (name: string) => person.getByRole('heading', { name, exact: true })
const row = (name: string) => person.getByRole('row', { name: new RegExp(name) })
const box = (name: string) => person.getByRole('checkbox', { name, exact: true })
const isNarrow = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
const bar = () => person.getByRole('region', { name: 'Unsaved changes' })
const sentTo = (method: string, path: RegExp) => platform?.sent.filter((one) => one.method === method && path.test(one.path)) ?? []

describe('administration of roles', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 900 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('list: shows who has a role, and leads to its page', async () => {
    const builtIn = roleRow({ role_id: 3, id: 3, name: 'client admin', base_role_id: 3, member_group_id: null, member_group_name: null })
    const { element, platform: answered } = show('clients/1?tab=roles', {
      replies: { 'POST roles/report': success({ roles: [builtIn, roleRow()], total: 2 }) },
    })
    await expect(row('Client admin')).toContainText('Built-in')
    await expect(row('Campaign desk')).toContainText('Client viewer')
    await expect(row('Campaign desk')).toContainText('12')
    expect(answered.last('POST', 'roles/report')?.body.member_group_id).to.equal(1)
    expect(await hardToUse(element)).to.deep.equal([])
    await person.setViewportSize({ width: 360, height: 800 })
    await eventually(() => expect(isNarrow()).to.equal(true))
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('link', { name: 'Campaign desk' }).click()
    await expect(heading('Campaign desk')).toBeVisible()
    expect(element.getAttribute('path') ?? element.path).to.equal('clients/1/roles/11')
  })

  it('list: says that there is nothing, that access is refused, and what failed', async () => {
    show('roles', { replies: { 'POST roles/report': success({ roles: [], total: 0 }) } })
    await expect(person.getByText('No roles', { exact: true })).toBeVisible()
    document.body.replaceChildren()
    show('roles', { replies: { 'POST roles/report': failed } })
    await expect(button('Try again')).toBeVisible()
    document.body.replaceChildren()
    show('clients/1?tab=roles', { permissions: ['member_groups.read'] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('list: a role that is built in or assigned cannot be deleted, and says why', async () => {
    const roles = [
      roleRow({ role_id: 4, id: 4, name: 'client viewer', member_group_id: null, member_group_name: null }),
      roleRow({ role_id: 12, id: 12, name: 'Night desk', user_count: 0 }),
      roleRow(),
    ]
    const { element } = show('clients/1?tab=roles', {
      replies: { 'POST roles/report': success({ roles, total: 3 }), 'DELETE roles/12': success('success') },
    })
    const removed: number[] = []
    element.addEventListener('ad-role-removed', ({ detail }) => removed.push(detail.role_id))
    const item = person.getByRole('menuitem', { name: /^Delete role/ })
    for (const [name, reason] of [
      ['Client viewer', 'Only internal staff can change them'],
      ['Campaign desk', 'Assign them another role first'],
    ] as const) {
      await button(`More actions for ${name}`).click()
      await expect(item).toHaveAttribute('aria-disabled', 'true')
      await expect(item).toContainText(reason)
      await person.keyboard.press('Escape')
    }
    await button('More actions for Night desk').click()
    await item.click()
    await person.getByRole('dialog', { name: 'Delete Night desk?' }).getByRole('button', { name: 'Delete role' }).click()
    await expect(person.getByText('Role deleted', { exact: true })).toBeVisible()
    expect(removed).to.deep.equal([12])
  })

  it('new role: is based on a role of the level, and opens', async () => {
    const { element, platform: answered } = show('clients/1?tab=roles', {
      replies: { 'POST member_groups/1/roles': success(role({ role_id: 13, id: 13, name: 'Night desk', user_count: 0 })) },
    })
    await button('New role').click()
    const dialog = person.getByRole('dialog', { name: 'New role' })
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await expect(dialog.getByText('This field is required').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Night desk')
    await dialog.getByRole('combobox', { name: /^Based on/ }).click()
    await expect(person.getByRole('option')).toHaveCount(6)
    await person.getByRole('option', { name: 'Client viewer' }).click()
    expect(await hardToUse(element)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await eventually(() => expect(element.getAttribute('path') ?? element.path).to.equal('clients/1/roles/13'))
    expect(answered.last('POST', 'member_groups/1/roles')?.body).to.deep.equal({ name: 'Night desk', base_role_id: 4 })
  })

  it('page: shows the permissions, says what a change does to users, and saves it step by step', async () => {
    const effect = { users: 12, permissions: [{ permission: 'campaigns.review', gain: 0, lose: 12 }] }
    let saved = role()
    const { element, platform: answered } = show('clients/1/roles/11', {
      replies: {
        'GET role': () => success(saved),
        'POST roles/11/effect': success(effect),
        'POST role_permissions': success({ role_permission_id: 900, role_id: 11, permission_id: 1, activity_id: 1 }),
        [`DELETE role_permissions/${idOf('campaigns.review')}`]: success('success'),
        'PUT roles/11': () => {
          saved = role({ name: 'Front desk', version: 7 }, ['campaigns.read', 'campaigns.create'])
          return success(saved)
        },
      },
    })
    const changed: number[] = []
    element.addEventListener('ad-role-changed', ({ detail }) => changed.push(detail.role_id))
    await expect(person.getByText('Role of Retailer, based on Client viewer')).toBeVisible()
    await expect(box('Campaigns: Review')).toBeChecked()
    expect(await hardToUse(element)).to.deep.equal([])
    await box('Campaigns: Review').uncheck()
    await box('Campaigns: Create').check()
    await person.getByRole('textbox', { name: 'Name' }).fill('Front desk')
    await expect(person.getByText('12 users lose Campaigns: Review')).toBeVisible()
    expect(answered.last('POST', 'roles/11/effect')?.body).to.deep.equal({ added: ['campaigns.create'], removed: ['campaigns.review'] })
    await expect(bar()).toContainText('3 unsaved changes')
    await bar().getByRole('button', { name: 'Review' }).click()
    const dialog = person.getByRole('dialog', { name: 'Review changes' })
    await expect(dialog.getByRole('row', { name: 'Campaigns: Review Granted Not granted' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText('Saved Successfully', { exact: true })).toBeVisible()
    await expect(bar()).toBeHidden()
    const writes = answered.sent.filter(({ method, path }) => method !== 'GET' && /^role_permissions|^roles\/11$/.test(path))
    expect(writes.map(({ method, ifMatch }) => [method, ifMatch])).to.deep.equal([
      ['POST', '"4"'],
      ['DELETE', null],
      ['PUT', '"6"'],
    ])
    expect(changed).to.deep.equal([11])
  })

  it('page: a save that fails in part keeps what is not saved, with the reason', async () => {
    let saved = role()
    show('clients/1/roles/11', {
      replies: {
        'GET role': () => success(saved),
        'POST role_permissions': () => {
          saved = role({ version: 5 }, ['campaigns.read', 'campaigns.review', 'campaigns.create'])
          return success({ role_permission_id: 900, role_id: 11, permission_id: 1, activity_id: 1 })
        },
        [`DELETE role_permissions/${idOf('campaigns.review')}`]: {
          status: 409,
          code: 'conflict',
          fields: [{ path: 'role', rule: 'no', code: 'last_client_admin' }],
        },
      },
    })
    await box('Campaigns: Create').check()
    await box('Campaigns: Review').uncheck()
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText('1 change was not saved', { exact: true })).toBeVisible()
    await expect(person.getByText('1 change was saved.', { exact: true })).toBeVisible()
    await expect(bar()).toContainText('1 unsaved change')
    await expect(person.getByText('A client would have no administrator who manages its users').first()).toBeVisible()
    await expect(box('Campaigns: Create')).toBeChecked()
    await expect(box('Campaigns: Review')).not.toBeChecked()
    await bar().getByRole('button', { name: 'Discard' }).click()
    await expect(box('Campaigns: Review')).toBeChecked()
    await expect(bar()).toBeHidden()
  })

  it('page: permissions that the user lacks cannot be given, but taken', async () => {
    const { element } = show('clients/1/roles/11', { replies: { 'GET role': success(role({}, ['campaigns.remove'])) } })
    const locked = box('Fees: Edit')
    await expect(locked).toHaveAttribute('aria-disabled', 'true')
    await locked.click({ force: true })
    await expect(locked).not.toBeChecked()
    await expect(person.getByText('Permissions that you don’t have are disabled: you can’t give them.')).toBeVisible()
    await box('Campaigns: Delete').uncheck()
    await expect(box('Campaigns: Delete')).not.toBeChecked()
    await box('All permissions: Campaigns').check()
    await expect(box('Campaigns: Review')).toBeChecked()
    await expect(bar()).toContainText('4 unsaved changes')
    await bar().getByRole('button', { name: 'Discard' }).click()
    await box('All areas: View').click()
    await expect(box('Campaigns: View')).toBeChecked()
    await expect(box('Fees: View')).not.toBeChecked()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('page: arrow keys move inside the permissions, and the search is in the address', async () => {
    const { element } = show('clients/1/roles/11?find=campaign')
    await box('Campaigns: View').focus()
    await person.keyboard.press('ArrowRight')
    await expect(box('Campaigns: Create')).toBeFocused()
    await person.keyboard.press('Space')
    await expect(box('Campaigns: Create')).toBeChecked()
    await person.keyboard.press('ArrowUp')
    await expect(box('Campaign templates: Create')).toBeFocused()
    await person.keyboard.press('ArrowLeft')
    await expect(box('Campaign templates: View')).toBeFocused()
    await person.getByRole('searchbox', { name: 'Search permissions' }).fill('nowhere')
    await expect(heading('No permission matches')).toBeVisible()
    await eventually(() => expect(element.getAttribute('path') ?? element.path).to.equal('clients/1/roles/11?find=nowhere'))
  })

  it('page: says why nothing can be changed', async () => {
    const own = role({ role_id: 3, id: 3, name: 'client admin', base_role_id: 3, member_group_id: null, member_group_name: null })
    show('roles/3', { replies: { 'GET role': success(own) } })
    await expect(person.getByText('Built-in roles apply to every client.', { exact: false })).toBeVisible()
    await expect(box('Campaigns: Create')).toHaveAttribute('aria-disabled', 'true')
    document.body.replaceChildren()
    show('clients/1/roles/11', { permissions: reading })
    await expect(person.getByText('You don’t have permission to do this. Ask your account administrator.').first()).toBeVisible()
    await box('Campaigns: Create').click({ force: true })
    await expect(box('Campaigns: Create')).not.toBeChecked()
    document.body.replaceChildren()
    show('clients/1/roles/11', {}, { readonly: '' })
    await expect(heading('Campaign desk')).toBeVisible()
    await expect(button('More actions')).toHaveCount(0)
  })

  it('page: says that a role is missing or refused, and that loading failed', async () => {
    show('roles/11', { replies: { 'GET role': { status: 404, code: 'not_found' } } })
    await expect(heading('Role not found')).toBeVisible()
    document.body.replaceChildren()
    show('roles/11', { replies: { 'GET role': refused } })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    document.body.replaceChildren()
    show('roles/11', { replies: { 'GET role': failed } })
    await expect(heading('Couldn’t load the role')).toBeVisible()
  })

  it('page: lists the users of the role, compares it with another one, and shows its history', async () => {
    const other = role({ role_id: 7, id: 7, name: 'advertiser viewer', base_role_id: 7, member_group_id: null }, [
      'campaigns.read',
      'fees.read',
    ])
    const { element } = show('clients/1/roles/11', {
      replies: {
        'GET role': ({ query }) => success(query.role_id === '7' ? other : role()),
        'POST roles/11/users_report': listOf([user()]),
        'POST roles/11/changes_report': success({
          changes: [recordChange({ entity: 'role', entity_id: 11, fields: [{ field: 'campaigns.review', before: false, after: true }] })],
          total: 1,
        }),
      },
    })
    await person.getByRole('tab', { name: 'Users' }).click()
    await expect(row('carla.ruiz@palisade.example')).toContainText('Advertiser viewer')
    await person.getByRole('tab', { name: 'Compare' }).click()
    await expect(heading('Choose a role')).toBeVisible()
    await person.getByRole('combobox', { name: /^Compare with/ }).click()
    await person.getByRole('option', { name: 'Advertiser viewer' }).click()
    await expect(person.getByText('Only Campaign desk: 1. Only Advertiser viewer: 1.')).toBeVisible()
    await expect(row('Campaigns: Review')).toContainText('Yes')
    await expect(row('Campaigns: View')).toHaveCount(0)
    await box('Show permissions that do not differ').check()
    await expect(row('Campaigns: View')).toBeVisible()
    expect(element.getAttribute('path') ?? element.path).to.equal('clients/1/roles/11?tab=compare&with=7&all=true')
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('tab', { name: 'History' }).click()
    await expect(person.getByText('Campaigns: Review: Not granted → Granted')).toBeVisible()
    await person.setViewportSize({ width: 360, height: 800 })
    await eventually(() => expect(isNarrow()).to.equal(true))
    await person.getByRole('tab', { name: 'Permissions' }).click()
    await eventually(() => expect(isNarrow()).to.equal(true))
    expect(await hardToUse(element)).to.deep.equal([])
    expect(sentTo('POST', /users_report/).length).to.equal(1)
  })
})

/** The id of a permission that the role has. */
function idOf(word: string): number {
  const found = role({}, [word])
    .activities.flatMap(({ permissions: all }) => all)
    .find(({ selected }) => selected)
  return found?.role_permission_id ?? Number.NaN
}
