import '/dist/placard.js'
import { answerAdmin, recordChange, token } from '../support/elements/admin.ts'
import {
  client,
  clientHosts,
  clientPermissions,
  clientReplies,
  clientRow,
  clientsOf,
  editableTheme,
  feedRun,
  staff,
  template,
  termsOverview,
  theme,
} from '../support/elements/admin-clients.ts'
import { hardToUse } from '../support/elements/axe.ts'
import { config, failed, refused, success } from '../support/elements/insertion-orders.ts'
import { eventually, put } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
type Platform = NonNullable<Parameters<typeof answerAdmin>[0]>

let platform: ReturnType<typeof answerAdmin> | undefined
/** Shows the element at a path, with answers to its requests. */
function show(path: string, { replies, ...answers }: Platform = {}, attributes: Readonly<Record<string, string>> = {}) {
  document.body.replaceChildren()
  platform?.stop()
  platform = answerAdmin({ permissions: clientPermissions, ...answers, replies: { ...clientReplies, ...replies } })
  const own: typeof token = () => token() // a host of its own, so that nothing is cached from another test
  const element = put('ad-admin', { path, ...attributes }, { getToken: own })
  return { element, platform }
}

const button = (name: string) => person.getByRole('button', { name, exact: true })
const heading = (name: string) => person.getByRole('heading', { name, exact: true })
const row = (name: string) => person.getByRole('row', { name: new RegExp(name) })
const textbox = (name: string) => person.getByRole('textbox', { name: new RegExp(`^${name}`) })
const bar = () => person.getByRole('region', { name: 'Unsaved changes' })
const notice = (text: string) => person.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
/** Elements below a node, also inside of shadow roots, with those that scroll by themselves as a whole. */
const below = (node: Element | ShadowRoot): Element[] =>
  [...node.children].flatMap((child) =>
    getComputedStyle(child).overflowX === 'visible'
      ? [child, ...(child.shadowRoot ? below(child.shadowRoot) : []), ...below(child)]
      : [child],
  )
/** The elements that make the page wider than the window; empty if it fits. */
function tooWide() {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const reaching = below(document.body).filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
  return reaching.slice(-5).map(({ localName, className }) => `${localName}.${className}`)
}

async function usableOnPhone(element: HTMLElement) {
  expect(await hardToUse(element)).to.deep.equal([])
  await person.setViewportSize({ width: 360, height: 800 })
  await eventually(() => expect(tooWide()).to.deep.equal([]))
  expect(await hardToUse(element)).to.deep.equal([])
  await person.setViewportSize({ width: 1440, height: 900 })
}

describe('administration of clients', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1440, height: 900 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('list: shows the clients, and leads to their page', async () => {
    const { element } = show('clients', {
      ...staff,
      replies: {
        'POST users/3/member_groups_report': clientsOf([clientRow(), clientRow({ member_group_id: 2, name: 'Stays', status: 'pending' })]),
      },
    })
    await expect(row('Retailer')).toContainText('ads.retailer.example')
    await expect(row('Retailer')).toContainText('34')
    await expect(row('Stays')).toContainText('Pending')
    await usableOnPhone(element)
    await button('New client').click()
    await expect(heading('New client')).toBeVisible()
    expect(element.path).to.equal('tools/clients/create')
    await person.getByRole('link', { name: 'All clients' }).click()
    await person.getByRole('link', { name: 'Retailer' }).click()
    await expect(heading('Retailer').first()).toBeVisible()
    expect(element.path).to.equal('clients/1')
  })

  it('list: says that there is nothing, what failed, and who may see and create clients', async () => {
    show('clients', { ...staff, replies: { 'POST users/3/member_groups_report': clientsOf([]) } })
    await expect(person.getByText('No clients yet')).toBeVisible()
    show('clients', { ...staff, replies: { 'POST users/3/member_groups_report': failed } })
    await expect(button('Try again')).toBeVisible()
    show('clients')
    await expect(row('Retailer')).toBeVisible()
    await expect(button('New client')).toHaveAttribute('aria-disabled', 'true')
    const advertiserAdmin = { role_id: 5, id: 5, name: 'advertiser admin', activities: [] }
    const access = { clients: [], advertiser_groups: [], advertisers: [3] }
    show('clients', { roles: [{ ...advertiserAdmin, access }] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    await expect(person.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Clients' })).toHaveCount(0)
  })

  it('areas: an advertiser admin sees none of a client', async () => {
    const access = { clients: [], advertiser_groups: [], advertisers: [3] }
    show('clients/1', { roles: [{ role_id: 5, id: 5, name: 'advertiser admin', activities: [], access }] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    await expect(person.getByRole('navigation', { name: 'Areas' }).getByRole('heading', { name: 'Retailer' })).toHaveCount(0)
  })

  it('overview: a change of details says that the client becomes pending, and is saved with its version', async () => {
    const { element, platform: answered } = show('clients/1', {
      replies: { 'PATCH member_groups/1': success(client({ name: 'Retailer One', status: 'pending', status_id: 3, version: 7 })) },
    })
    const changed: number[] = []
    element.addEventListener('ad-client-changed', ({ detail }) => changed.push(detail.member_group_id))
    await expect(textbox('Name')).toHaveValue('Retailer')
    await usableOnPhone(element)
    await textbox('Name').fill('Retailer One')
    await expect(person.getByText('The client becomes pending until internal staff confirms', { exact: true })).toBeVisible()
    await textbox('Word for several entities').fill('Rooms')
    await expect(person.getByText('Add Rooms to the ad group')).toBeVisible()
    await bar().getByRole('button', { name: 'Review' }).click()
    await expect(person.getByRole('row', { name: 'Name Retailer Retailer One' })).toBeVisible()
    await person.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(notice('Client saved')).toBeVisible()
    const [sent] = answered.sent.filter(({ method }) => method === 'PATCH')
    expect([sent?.ifMatch, sent?.body]).to.deep.equal(['"6"', { name: 'Retailer One', label: { singular: 'Entity', plural: 'Rooms' } }])
    expect(changed).to.deep.equal([1])
  })

  it('overview: a conflict keeps the input, and the next attempt sends the newer version', async () => {
    let version = 6
    const { platform: answered } = show('clients/1', {
      replies: {
        'GET member_groups/1': () => success(client({ version })),
        'PATCH member_groups/1': () => {
          if (version === 7) return success(client({ name: 'Mine', version: 8 }))
          version = 7
          return { status: 412, code: 'stale' }
        },
      },
    })
    await textbox('Name').fill('Mine')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(notice('Couldn’t save: Details of the client')).toBeVisible()
    await expect(textbox('Name')).toHaveValue('Mine')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(notice('Client saved')).toBeVisible()
    expect(answered.sent.filter(({ method }) => method === 'PATCH').map(({ ifMatch }) => ifMatch)).to.deep.equal(['"6"', '"7"'])
  })

  it('overview: rules of the fields stop a save', async () => {
    const { platform: answered } = show('clients/1')
    await textbox('Name').fill('')
    await textbox('Lowest bid').fill('1000001')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText('Value has exceeded the max of 1,000,000').first()).toBeVisible()
    expect(answered.sent.filter(({ method }) => method === 'PATCH')).to.deep.equal([])
    await bar().getByRole('button', { name: 'Discard' }).click()
    await expect(textbox('Name')).toHaveValue('Retailer')
  })

  it('status: a pause asks first and can be undone', async () => {
    let status = 'active'
    let version = 6
    const { platform: answered } = show('clients/1', {
      replies: {
        'GET member_groups/1': () => success(client({ status, version })),
        'PATCH member_groups/1': ({ body }) => {
          status = String(body.status)
          version += 1
          return success(client({ status, version }))
        },
      },
    })
    await button('Pause client').click()
    await person.getByRole('dialog', { name: 'Pause Retailer?' }).getByRole('button', { name: 'Pause client' }).click()
    await expect(notice('Client paused')).toBeVisible()
    await expect(button('Activate client')).toBeVisible()
    await person.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expect(button('Pause client')).toBeVisible()
    const sent = answered.sent.filter(({ method }) => method === 'PATCH')
    expect(sent.map(({ body, ifMatch }) => [body.status, ifMatch])).to.deep.equal([
      ['paused', '"6"'],
      ['active', '"7"'],
    ])
  })

  it('status: only internal staff confirms a pending client', async () => {
    const pending = success(client({ status: 'pending', status_id: 3 }))
    show('clients/1', { replies: { 'GET member_groups/1': pending } })
    await expect(person.getByText('This client is pending')).toBeVisible()
    await expect(button('Activate client')).toHaveAttribute('aria-disabled', 'true')
    const { platform: answered } = show('clients/1', {
      ...staff,
      replies: { 'GET member_groups/1': pending, 'PATCH member_groups/1': success(client({ version: 7 })) },
    })
    await button('Confirm client').click()
    await person.getByRole('dialog', { name: 'Confirm Retailer?' }).getByRole('button', { name: 'Confirm client' }).click()
    await expect(notice('Client confirmed')).toBeVisible()
    expect(answered.sent.find(({ method }) => method === 'PATCH')?.body).to.deep.equal({ status: 'active' })
  })

  it('overview: says why nothing can be changed, and why a client cannot be shown', async () => {
    show('clients/1', { permissions: clientPermissions.filter((word) => word !== 'member_groups.change') })
    await expect(person.getByText('You can read these settings but not change them')).toBeVisible()
    await expect(button('Pause client')).toHaveAttribute('aria-disabled', 'true')
    await expect(textbox('Name')).toHaveAttribute('readonly', '')
    show('clients/1', {}, { readonly: '' })
    await expect(textbox('Name')).toHaveAttribute('readonly', '')
    await expect(button('Pause client')).toHaveCount(0)
    show('clients/1', { replies: { 'GET member_groups/1': { status: 404, code: 'not_found' } } })
    await expect(heading('Client not found')).toBeVisible()
    show('clients/1', { replies: { 'GET member_groups/1': failed } })
    await expect(heading('Couldn’t load the client')).toBeVisible()
    show('clients/1', { replies: { 'GET member_groups/1': refused } })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('history: shows who changed the client, and undoes a change', async () => {
    const { element, platform: answered } = show('clients/1?tab=history', {
      replies: {
        'POST member_groups/1/changes_report': success({
          changes: [
            recordChange({
              entity: 'member_group',
              entity_id: 1,
              kind: 'submitted',
              is_undoable: false,
              fields: [{ field: 'status', before: 'active', after: 'pending' }],
            }),
            recordChange({
              change_id: 40,
              entity: 'member_group',
              entity_id: 1,
              fields: [{ field: 'registration_enabled', before: false, after: true }],
            }),
          ],
          total: 2,
        }),
        'POST member_groups/1/changes/undo': ({ body }) =>
          success({
            fields: [],
            problem: null,
            changed_since: [],
            change_id: body.dry_run ? null : 42,
            version: 7,
            is_dry_run: body.dry_run === true,
            seen_up_to: 41,
          }),
      },
    })
    await expect(person.getByText('sent the client to review')).toBeVisible()
    await expect(person.getByText('Status: Active → Pending')).toBeVisible()
    await expect(person.getByText('Advertisers can register themselves: No → Yes')).toBeVisible()
    await usableOnPhone(element)
    await button('Undo').click()
    await expect(person.getByRole('region', { name: 'Notifications' }).getByText('Undone')).toBeVisible()
    expect(answered.sent.filter(({ path }) => path === 'member_groups/1/changes/undo').map(({ ifMatch }) => ifMatch)).to.deep.equal([
      '"6"',
      '"6"',
    ])
  })

  it('create: copies another client, names a taken host name, and opens the new client', async () => {
    let isTaken = true
    const { element, platform: answered } = show('tools/clients/create', {
      ...staff,
      replies: {
        'GET member_groups/1': success(client({ label: { singular: 'Room', plural: 'Rooms' }, registration_enabled: true })),
        'POST member_groups': () => {
          if (!isTaken) return success(client({ member_group_id: 1, name: 'Inns' }))
          isTaken = false
          return { status: 409, code: 'conflict', fields: [{ path: 'host_name', rule: 'Already used', code: 'taken' }] }
        },
      },
    })
    const created: number[] = []
    element.addEventListener('ad-client-created', ({ detail }) => created.push(detail.member_group_id))
    await person.getByRole('combobox', { name: /^Same as client/ }).click()
    await person.getByRole('option', { name: 'Retailer' }).click()
    await expect(textbox('Word for several entities')).toHaveValue('Rooms')
    await usableOnPhone(element)
    await textbox('Name').fill('Inns')
    await textbox('Host name').fill('no host')
    await button('Create client').click()
    await expect(person.getByText('Enter a host name such as ads.example.com, without https:// and without a port').first()).toBeVisible()
    await textbox('Host name').fill('ads.inns.example')
    await button('Create client').click()
    await expect(person.getByText(/^Another client uses this host name\./).first()).toBeVisible()
    await button('Create client').click()
    await expect(notice('Client created')).toBeVisible()
    expect(element.path).to.equal('clients/1')
    expect(created).to.deep.equal([1])
    const sent = answered.sent.filter(({ method, path }) => method === 'POST' && path === 'member_groups')
    expect(sent.at(-1)?.body).to.deep.equal({
      name: 'Inns',
      label: { singular: 'Room', plural: 'Rooms' },
      default_currency: { currency_code: 'USD', min_bid: '0.10' },
      currency_codes: ['USD', 'EUR'],
      member_group_type_id: null,
      registration_enabled: true,
      host_name: 'ads.inns.example',
    })
  })

  it('create: is closed to others than internal staff', async () => {
    show('tools/clients/create')
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    await expect(person.getByText('Only internal staff creates clients.')).toBeVisible()
  })

  it('hosts: checks a host name, and says how a taken one is solved', async () => {
    const check = { host_name: 'ads.inns.example', addresses: [], expected: ['203.0.113.7'] }
    let answer: object = { ...check, state: 'taken', taken_by: { member_group_id: 2, name: 'Inns' }, dns: 'missing' }
    const { element } = show('clients/1?tab=hosts', {
      ...staff,
      replies: { 'POST member_groups/1/host_name/check': () => success(answer) },
    })
    await expect(textbox('Host name')).toHaveValue('ads.retailer.example')
    await usableOnPhone(element)
    await textbox('Host name').fill('ads.inns.example')
    await button('Check host name').click()
    await expect(person.getByText('Another client uses this host name', { exact: true })).toBeVisible()
    await expect(person.getByRole('link', { name: 'Open Inns' })).toBeVisible()
    answer = { ...check, state: 'free', taken_by: null, dns: 'elsewhere', addresses: ['198.51.100.1'] }
    await button('Check host name').click()
    await expect(person.getByText('The name leads to 198.51.100.1')).toBeVisible()
    await expect(person.getByText(/^Set its address to 203\.0\.113\.7 in your DNS/)).toBeVisible()
    answer = { ...check, state: 'free', taken_by: null, dns: 'here', addresses: ['203.0.113.7'] }
    await button('Check host name').click()
    await expect(person.getByText('The name leads to this platform')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await textbox('Host name').fill('other.inns.example')
    await expect(person.getByText('The name leads to this platform')).toBeHidden()
  })

  it('hosts: adds and removes origins, explains refused ones, tests one, and saves names before origins', async () => {
    const { platform: answered } = show('clients/1?tab=hosts', {
      replies: {
        'PATCH member_groups/1': success(client({ status: 'pending', status_id: 3, version: 7 })),
        'PUT member_groups/1/allowed_origins': success({ allowed_origins: ['https://*.shop.example'], version: 8 }),
      },
    })
    const add = async (text: string) => {
      await textbox('Add an origin').fill(text)
      await button('Add origin').click()
    }
    await add('http://shop.example')
    await expect(person.getByText(/^Use https:\/\//)).toBeVisible()
    await add('https://*.example')
    await expect(person.getByText(/^The \* would cover sites of other owners/)).toBeVisible()
    await add('https://SHOP.example/')
    await expect(person.getByText('This origin is in the list already')).toBeVisible()
    await add('https://*.shop.example')
    await expect(person.getByText('frame-ancestors https://*.shop.example https://shop.example')).toBeVisible()
    await textbox('Test an origin').fill('https://eu.shop.example')
    await expect(person.getByText('Pages of https://eu.shop.example are allowed.')).toBeVisible()
    await button('Remove https://shop.example').click()
    await textbox('Test an origin').fill('https://shop.example')
    await expect(person.getByText('Pages of https://shop.example are not allowed.')).toBeVisible()
    await textbox('Host name').fill('new.retailer.example')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(notice('Hosts saved')).toBeVisible()
    const sent = answered.sent.filter(({ method }) => method === 'PATCH' || method === 'PUT')
    expect(sent.map(({ path, body, ifMatch }) => [path, body, ifMatch])).to.deep.equal([
      ['member_groups/1', { host_name: 'new.retailer.example' }, '"6"'],
      ['member_groups/1/allowed_origins', { allowed_origins: ['https://*.shop.example'] }, '"7"'],
    ])
  })

  it('hosts: shows requested names, and single sign-on to internal staff only', async () => {
    const requested = success(clientHosts({ requested_host_name: 'new.retailer.example' }))
    show('clients/1?tab=hosts', { replies: { 'GET member_groups/1/host_name': requested } })
    await expect(person.getByText('Requested: new.retailer.example')).toBeVisible()
    await expect(textbox('Host name')).toHaveValue('new.retailer.example')
    await expect(heading('Single sign-on')).toHaveCount(0)
    show('clients/1?tab=hosts', { ...staff, replies: { 'GET member_groups/1': success(client({ sso_connection_id: 'con_1' })) } })
    await expect(textbox('Connection')).toHaveValue('con_1')
    show('clients/1?tab=hosts', { permissions: clientPermissions.filter((word) => !/^(hosts|origins)\.change$/.test(word)) })
    await expect(textbox('Host name')).toHaveAttribute('readonly', '')
    await expect(button('Add origin')).toHaveCount(0)
    show('clients/1?tab=hosts', { replies: { 'GET member_groups/1/allowed_origins': failed } })
    await expect(heading('Couldn’t load the allowed origins')).toBeVisible()
    show('clients/1?tab=hosts', { replies: { 'GET member_groups/1/host_name': refused } })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('theme: previews a change in a real element, repairs its contrast, and saves it', async () => {
    const { element, platform: answered } = show('clients/1?tab=theme', {
      replies: { 'PATCH member_groups/1/theme': success(editableTheme({ primary_color: '#767676' }, 3)) },
    })
    const preview = () => element.shadowRoot?.querySelector('ad-report-chart')
    await eventually(() => expect(preview()?.shadowRoot).to.be.an('ShadowRoot'))
    const accent = () => {
      const shown = preview()
      return shown ? getComputedStyle(shown).getPropertyValue('--ad-accent') : undefined
    }
    expect(accent()).to.equal('#1a6f5c')
    expect(await hardToUse(element)).to.deep.equal([])
    await textbox('Button color').fill('#dddddd')
    await expect(row('Text on buttons')).toContainText('Too low')
    await eventually(() => expect(accent()).to.not.equal('#1a6f5c'))
    const shownButton = accent()
    await button('Use the nearest colors that pass').click()
    await expect(row('Text on buttons')).toContainText('Passes')
    expect(accent()).to.equal(shownButton)
    await person.getByRole('checkbox', { name: 'Dark' }).check()
    expect(preview()?.getAttribute('theme')).to.equal('dark')
    await textbox('Primary color').fill('red')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText(/^Enter a color as #/).first()).toBeVisible()
    await textbox('Primary color').fill('#0a4f8c')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(notice('Theme saved')).toBeVisible()
    const sent = answered.sent.filter(({ method }) => method === 'PATCH')
    expect(sent.map(({ ifMatch }) => ifMatch)).to.deep.equal(['"2"'])
    expect(sent[0]?.body.theme).to.deep.include({ primary_color: '#0a4f8c', font_family: 'Default' })
    await person.setViewportSize({ width: 360, height: 800 })
    await eventually(() => expect(tooWide()).to.deep.equal([]))
  })

  it('theme: a client without its own creates one, and goes back to the default after a question', async () => {
    let own: object[] = []
    const { platform: answered } = show('clients/2?tab=theme', {
      ...staff,
      replies: {
        'GET member_groups/2': success(client({ member_group_id: 2, name: 'Inns' })),
        'GET member_groups/2/channels': success({ channels: [] }),
        'GET member_groups/2/theme': success(theme()),
        'GET member_groups/themes': () => success({ themes: own }),
        'POST member_groups/2/theme': () => {
          own = [{ ...editableTheme(), member_group_id: 2 }]
          return success(own[0])
        },
        'DELETE member_groups/2/theme': () => {
          own = []
          return success('success')
        },
        'POST member_groups/2/theme/changes_report': success({ changes: [], total: 0 }),
      },
    })
    await expect(person.getByText('This client uses the default theme', { exact: true })).toBeVisible()
    await expect(button('Use the default theme')).toHaveAttribute('aria-disabled', 'true')
    await textbox('Primary color').fill('#0a4f8c')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(notice('Theme saved')).toBeVisible()
    await expect(button('Use the default theme')).toHaveAttribute('aria-disabled', 'false')
    await button('Use the default theme').click()
    await person.getByRole('dialog').getByRole('button', { name: 'Use the default theme' }).click()
    await expect(notice('The client uses the default theme')).toBeVisible()
    expect(answered.sent.map(({ method }) => method).filter((method) => method === 'DELETE')).to.have.length(1)
  })

  it('theme: says why it cannot be changed or shown', async () => {
    show('clients/1?tab=theme', { permissions: clientPermissions.filter((word) => word !== 'themes.change') })
    await expect(person.getByText('You can read these settings but not change them')).toBeVisible()
    await expect(textbox('Primary color')).toHaveAttribute('readonly', '')
    show('clients/1?tab=theme', { replies: { 'GET member_groups/themes': failed } })
    await expect(heading('Couldn’t load the theme')).toBeVisible()
    show('clients/1?tab=theme', { permissions: clientPermissions.filter((word) => word !== 'themes.read') })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('terms: says who is asked again before new terms are published, and sends the version of the language', async () => {
    const { element, platform: answered } = show('clients/1?tab=terms', {
      replies: {
        'PUT member_groups/1/users/terms_and_conditions/reset': success({
          member_group_id: 1,
          locale_id: 1,
          terms_conditions_url: 'https://shop.example/terms-2',
          has_accepted: false,
          last_modified: '2025-04-01T09:00:00.000Z',
          version: 5,
        }),
      },
    })
    await expect(person.getByText('847 users have accepted the current terms.')).toBeVisible()
    await usableOnPhone(element)
    await button('Publish again: American English').click()
    const dialog = person.getByRole('dialog')
    await expect(dialog).toContainText('847 users must accept the terms again')
    await dialog.getByRole('textbox', { name: /^Address of the text/ }).fill('http://shop.example/terms')
    await dialog.getByRole('button', { name: 'Publish and ask again' }).click()
    await expect(dialog.getByText(/^Enter an address that begins with https/).first()).toBeVisible()
    await dialog.getByRole('textbox', { name: /^Address of the text/ }).fill('https://shop.example/terms-2')
    expect(await hardToUse(element)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Publish and ask again' }).click()
    await expect(notice('Terms published')).toBeVisible()
    await expect(dialog).toBeHidden()
    await button('Add language').click()
    await dialog.getByRole('combobox', { name: /^Language/ }).click()
    await expect(person.getByRole('option')).toHaveText(['German'])
    await person.getByRole('option', { name: 'German' }).click()
    await dialog.getByRole('textbox', { name: /^Address of the text/ }).fill('https://shop.example/agb')
    await dialog.getByRole('button', { name: 'Publish and ask again' }).click()
    await eventually(() =>
      expect(answered.sent.filter(({ method }) => method === 'PUT').map(({ body, ifMatch }) => [body, ifMatch])).to.deep.equal([
        [{ locale_id: 1, terms_conditions_url: 'https://shop.example/terms-2' }, '"4"'],
        [{ locale_id: 3, terms_conditions_url: 'https://shop.example/agb' }, '"0"'],
      ]),
    )
  })

  it('terms: says that there are none, why they cannot be changed, and what failed', async () => {
    const overview = 'GET member_groups/1/users/terms_and_conditions/overview'
    show('clients/1?tab=terms', { replies: { [overview]: success(termsOverview({ terms: [], accepted: 0 })) } })
    await expect(heading('No terms yet')).toBeVisible()
    await expect(button('Add language')).toHaveCount(1)
    show('clients/1?tab=terms', { permissions: clientPermissions.filter((word) => word !== 'terms.reset') })
    await expect(person.getByText('You can read these settings but not change them')).toBeVisible()
    await expect(button('Add language')).toHaveAttribute('aria-disabled', 'true')
    show('clients/1?tab=terms', { replies: { [overview]: failed } })
    await expect(heading('Couldn’t load the terms')).toBeVisible()
    show('clients/1?tab=terms', { replies: { [overview]: refused } })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('insertion orders: their settings are those of their own element, with the same user', async () => {
    const { element } = show('clients/1?tab=orders', {
      permissions: [...clientPermissions, 'insertion_orders.read', 'insertion_orders.configure'],
      replies: {
        'GET member_groups/1/insertion_order_config': success(config),
        'POST member_groups/1/insertion_order_config/changes_report': success({ changes: [], total: 0 }),
      },
    })
    const heard: string[] = []
    for (const type of ['ad-ready', 'ad-navigated']) element.addEventListener(type, ({ target }) => target !== element && heard.push(type))
    await expect(textbox('Number prefix')).toHaveValue('IO')
    expect(heard).to.deep.equal([])
    show('clients/1?tab=orders', { permissions: clientPermissions })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('templates: are ordered with the keyboard, deactivated with undo and deleted after a question', async () => {
    const { element, platform: answered } = show('clients/1/settings?tab=template-overview', {
      replies: {
        'PUT member_groups/1/templates/order': success({ campaign_templates: [] }),
        'PATCH member_groups/1/templates/11': ({ body }) => success(template({ is_active: body.is_active === true, version: 4 })),
        'DELETE member_groups/1/templates/13': success('success'),
      },
    })
    const areas = person.getByRole('navigation', { name: 'Areas' })
    await expect(areas.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
    await expect(person.getByText('4 campaigns, 1 open draft')).toBeVisible()
    await usableOnPhone(element)
    await button('Move Weekend nights').click()
    await person.keyboard.press('ArrowDown')
    await button('Move Weekend nights').click()
    await expect(notice('Order saved')).toBeVisible()
    const act = async (name: string, item: string) => {
      await button(`More actions for ${name}`).click()
      await person.getByRole('menuitem', { name: item }).click()
    }
    await act('Weekend nights', 'Deactivate')
    await expect(notice('Template deactivated')).toBeVisible()
    await person.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await act('Old offer', 'Delete template')
    await person.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click()
    await expect(notice('Deleted: Old offer')).toBeVisible()
    const sent = answered.sent.filter(({ method }) => /^(PUT|PATCH|DELETE)$/.test(method))
    expect(sent.map(({ method, body, ifMatch }) => [method, body, ifMatch])).to.deep.equal([
      ['PUT', { campaign_template_ids: [12, 11] }, null],
      ['PATCH', { is_active: false }, '"3"'],
      ['PATCH', { is_active: true }, '"4"'],
      ['DELETE', {}, null],
    ])
  })

  it('templates: say that there are none, why they cannot be changed, and what failed', async () => {
    const none = success({ campaign_templates: [] })
    const lists = {
      'GET member_groups/1/templates/active_templates': none,
      'POST member_groups/1/templates/non_active_templates_report': none,
    }
    show('clients/1/settings', { replies: lists })
    await expect(heading('No templates yet')).toBeVisible()
    show('clients/1/settings', { permissions: clientPermissions.filter((word) => word !== 'templates.change') })
    await expect(button('Move Weekend nights')).toHaveAttribute('aria-disabled', 'true')
    show('clients/1/settings', { replies: { 'GET member_groups/1/templates/uses': failed } })
    await expect(heading('Couldn’t load the templates')).toBeVisible()
    show('clients/1/settings', { permissions: clientPermissions.filter((word) => word !== 'templates.read') })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('feeds: shows imports and their trend with missing days, and the refused rows of one', async () => {
    const days = [
      { day: '2025-03-01', runs: 1, rows: 640, refused: 0 },
      { day: '2025-03-02', runs: 0, rows: null, refused: null },
      { day: '2025-03-03', runs: 1, rows: 641, refused: 300 },
      { day: '2025-03-04', runs: 1, rows: 640, refused: 0 },
    ]
    const { element } = show('clients/1?tab=feeds', {
      replies: {
        'POST member_groups/1/feed_ingestion_history': success({
          feed_runs: [feedRun(), feedRun({ feed_run_id: 20, refused: 300, status: 'partial' })],
          total: 2,
        }),
        'GET member_groups/1/feed_ingestion_history/trend': success({ days }),
        'POST member_groups/1/feed_ingestion_history/20/refusals_report': success({
          refusals: [{ row: 7, internal_id: 'ROW-0001', code: 'no_name' }],
          total: 1,
        }),
      },
    })
    await expect(row('Partly imported')).toContainText('300')
    await expect(person.getByText('No import on 1 day', { exact: true })).toBeVisible()
    await expect(person.getByText('Sun, Mar 2', { exact: true })).toBeVisible()
    await usableOnPhone(element)
    await row('Partly imported').getByRole('link').click()
    await expect(row('ROW-0001')).toContainText('The name is missing')
    expect(element.path).to.equal('clients/1?tab=feeds&run=20')
    await person.getByRole('link', { name: 'All imports' }).click()
    await expect(row('Partly imported')).toBeVisible()
  })

  it('feeds: say that there are none, and what failed', async () => {
    const history = 'POST member_groups/1/feed_ingestion_history'
    const trend = 'GET member_groups/1/feed_ingestion_history/trend'
    show('clients/1?tab=feeds', { replies: { [history]: success({ feed_runs: [], total: 0 }), [trend]: success({ days: [] }) } })
    await expect(person.getByText('No imports yet')).toBeVisible()
    show('clients/1?tab=feeds', { replies: { [history]: failed, [trend]: failed } })
    await expect(heading('Couldn’t load the trend')).toBeVisible()
    show('clients/1?tab=feeds', { permissions: clientPermissions.filter((word) => word !== 'feeds.read') })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })

  it('configuration: another client’s is compared part by part, applied after a question, and taken back', async () => {
    const document = { version: 1, parts: { origins: ['https://inns.example'] } }
    const change = { part: 'origins', field: '', before: ['https://shop.example'], after: ['https://inns.example'] }
    const { element, platform: answered } = show('clients/1/client-configuration-tool', {
      ...staff,
      replies: {
        'POST users/3/member_groups_report': clientsOf([clientRow({ member_group_id: 2, name: 'Inns' })]),
        'GET member_groups/1/configuration': success({
          document: { version: 1, parts: { origins: ['https://shop.example'] } },
          version: 6,
        }),
        'GET member_groups/2/configuration': success({ document, version: 3 }),
        'GET member_groups/1/configuration/versions': success({
          versions: [
            {
              configuration_version_id: 5,
              created_at: '2025-03-01T09:00:00.000Z',
              user: { user_id: 3, name: 'Ines Okonjo' },
              parts: ['theme'],
              changes: 2,
            },
          ],
        }),
        'GET member_groups/1/configuration/versions/5': success({ document: { version: 1, parts: { theme: null } } }),
        'POST member_groups/1/configuration': ({ body }) =>
          success({
            changes: [change],
            is_dry_run: body.dry_run === true,
            configuration_version_id: body.dry_run ? null : 6,
            version: body.dry_run ? 6 : 7,
          }),
      },
    })
    await expect(row('Ines Okonjo')).toContainText('Theme')
    await usableOnPhone(element)
    await textbox('Document').fill('{')
    await expect(person.getByText('This is no JSON document')).toBeVisible()
    await textbox('Document').fill('{"version":2,"parts":{}}')
    await expect(person.getByText('This document is of a newer version of the platform')).toBeVisible()
    await textbox('Document').fill('{"version":1,"parts":{"origins":[7]}}')
    await expect(person.getByText('This value does not fit: parts.origins.0')).toBeVisible()
    await person.getByRole('combobox', { name: /^Configuration of client/ }).click()
    await person.getByRole('option', { name: 'Inns' }).click()
    await person.getByRole('checkbox', { name: 'Templates' }).uncheck()
    await button('Show differences').click()
    await expect(row('Allowed origins')).toContainText('https://inns.example')
    await button('Apply').click()
    await person.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(notice('Configuration applied')).toBeVisible()
    await person.getByRole('button', { name: /^Go back to the configuration before/ }).click()
    await eventually(async () => expect(await textbox('Document').inputValue()).to.contain('"theme": null'))
    const sent = answered.sent.filter(({ method, path }) => method === 'POST' && path === 'member_groups/1/configuration')
    const parts = ['client', 'currencies', 'bidding', 'theme', 'origins', 'orders']
    expect(sent.map(({ body, ifMatch }) => [body, ifMatch])).to.deep.equal([
      [{ document, parts, dry_run: true }, '"6"'],
      [{ document, parts }, '"6"'],
    ])
  })

  it('configuration: is closed to others than internal staff', async () => {
    show('clients/1/client-configuration-tool')
    await expect(person.getByText('Only internal staff uses the configuration tool.')).toBeVisible()
  })
})
