import '/dist/placard.js'
import { hardToUse } from '../support/elements/axe.ts'
import { failed, refused, success } from '../support/elements/insertion-orders.ts'
import {
  advertiser,
  advertiserRow,
  advertisersOf,
  answerMarket,
  bidEffect,
  bidLimits,
  marketPermissions,
  pendingClient,
  yen,
} from '../support/elements/market.ts'
import { token } from '../support/elements/admin.ts'
import { eventually, put } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
type Platform = NonNullable<Parameters<typeof answerMarket>[0]>

let platform: ReturnType<typeof answerMarket> | undefined
/** Shows the element at a path, with answers to its requests. */
function show(path: string, answers: Platform = {}, attributes: Readonly<Record<string, string>> = {}) {
  document.body.replaceChildren()
  platform?.stop()
  platform = answerMarket(answers)
  const own: typeof token = () => token() // a host of its own, so that nothing is cached from another test
  const element = put('ad-admin', { path, ...attributes }, { getToken: own })
  return { element, platform }
}

const button = (name: string) => person.getByRole('button', { name, exact: true })
const pageName = (name: string) => person.getByRole('banner').getByRole('heading', { name, exact: true, level: 2 })
const heading = (name: string) => person.getByRole('heading', { name, exact: true })
const row = (name: string) => person.getByRole('row', { name: new RegExp(name) })
const bar = () => person.getByRole('region', { name: 'Unsaved changes' })
const isNarrow = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
async function fitsPhone() {
  await person.setViewportSize({ width: 360, height: 800 })
  await eventually(() => expect(isNarrow()).to.equal(true))
}

beforeEach(async () => {
  await person.setViewportSize({ width: 1440, height: 900 })
  await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
})
afterEach(() => {
  document.body.replaceChildren()
  platform?.stop()
  platform = undefined
})

const listPath = 'clients/1?tab=advertisers'
const report = 'POST member_groups/1/advertisers_report'

describe('administration of advertisers', () => {
  it('list: shows advertisers, filters them in the address, and leads to their page', async () => {
    const rows = [advertiserRow(), advertiserRow({ advertiser_id: 8, name: 'Oatfield', status: 'pending', advertiser_group_name: 'Mills' })]
    const { element, platform: answered } = show(listPath, { replies: { [report]: advertisersOf(rows) } })
    await expect(row('Fernhill')).toContainText('EUR')
    await expect(row('Oatfield')).toContainText('Mills')
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('searchbox', { name: 'Search by name' }).fill('fern')
    const filters = () => answered.last('POST', 'member_groups/1/advertisers_report')?.body.filters
    await eventually(() => expect(filters()).to.deep.equal([{ field: 'name', operation: 'ILIKE', value: 'fern' }]))
    expect(element.path).to.contain('filter.name=fern')
    await fitsPhone()
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('link', { name: 'Fernhill' }).click()
    await expect(pageName('Fernhill')).toBeVisible()
    expect(element.path).to.equal('clients/1/advertisers/7')
  })

  it('list: says that there is nothing, that access is refused, and what failed', async () => {
    show(listPath, { replies: { [report]: advertisersOf([]) } })
    await expect(person.getByText('No advertisers yet')).toBeVisible()
    show(listPath, { replies: { [report]: failed } })
    await expect(button('Try again')).toBeVisible()
    show(listPath, { replies: { [report]: refused } })
    await expect(person.getByText('You do not have permission to view this information')).toBeVisible()
  })

  it('list: says why a reader changes nothing, and why a pending client gets no advertisers', async () => {
    const { element } = show(listPath, { permissions: ['member_groups.read'] })
    await expect(button('Add advertisers')).toHaveAttribute('aria-disabled', 'true')
    await row('Fernhill').getByRole('checkbox').check()
    for (const name of ['Activate', 'Deactivate']) await expect(button(name)).toHaveAttribute('aria-disabled', 'true')
    await row('Fernhill').getByRole('button', { name: /^More/ }).click()
    for (const name of ['Edit', 'Deactivate', 'Archive'])
      await expect(person.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-disabled', 'true')
    expect(await hardToUse(element)).to.deep.equal([])
    show(listPath, { replies: { 'GET member_groups/1': success(pendingClient) } })
    await expect(row('Fernhill')).toBeVisible()
    await expect(button('Add advertisers')).toHaveAttribute('aria-disabled', 'true')
  })

  it('status: several advertisers are deactivated after a preview of what stops, and get their status back', async () => {
    const rows = [7, 8].map((advertiser_id) => advertiserRow({ advertiser_id, name: `Advertiser ${advertiser_id}` }))
    const outcome = (advertiser_id: number, change: object) => ({
      advertiser_id,
      outcome: 'changed',
      status: 'active',
      active_campaigns: 2,
      ...change,
    })
    const { element, platform: answered } = show(listPath, {
      replies: {
        [report]: advertisersOf(rows),
        'PATCH member_groups/1/advertisers/bulk': ({ body }) => {
          const ids = body.advertiser_ids as number[] // what the element sends
          const advertisers = ids.map((id) => outcome(id, id === 8 ? { status: 'inactive', outcome: 'unchanged' } : {}))
          return success({ advertisers, changed: 1, is_dry_run: body.dry_run === true })
        },
      },
    })
    const changed: number[] = []
    element.addEventListener('ad-advertiser-changed', ({ detail }) => changed.push(detail.advertiser_id))
    for (const { name } of rows) await row(name).getByRole('checkbox').check()
    await button('Deactivate').click()
    const dialog = person.getByRole('dialog', { name: 'Deactivate advertisers' })
    await expect(dialog).toContainText('1 advertiser stops advertising. 2 active campaigns stop serving.')
    await expect(dialog).toContainText('1 advertiser is inactive already.')
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(person.getByText('1 advertiser deactivated', { exact: true })).toBeVisible()
    await person.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    const bodies = () => answered.sent.filter(({ path }) => path === 'member_groups/1/advertisers/bulk').map(({ body }) => body)
    await eventually(() =>
      expect(bodies()).to.deep.equal([
        { advertiser_ids: [7, 8], status: 'inactive', dry_run: true },
        { advertiser_ids: [7], status: 'inactive' },
        { advertiser_ids: [7], status: 'active' },
      ]),
    )
    await eventually(() => expect(changed).to.deep.equal([7, 7]))
  })

  it('archive: says what stops, can be undone, and says why it is refused', async () => {
    const { platform: answered } = show('clients/1/advertisers/7', {
      replies: {
        'DELETE member_groups/1/advertisers/7': success('success'),
        'PUT member_groups/1/archived_advertisers/7/restore': success(advertiser({ status: 'inactive' })),
      },
    })
    const archive = async () => {
      await button('More actions').click()
      await person.getByRole('menuitem', { name: 'Archive' }).click()
      const dialog = person.getByRole('dialog', { name: 'Archive Fernhill?' })
      await expect(dialog).toContainText('2 active campaigns stop serving.')
      await dialog.getByRole('button', { name: 'Archive advertiser' }).click()
    }
    await archive()
    await expect(heading('Advertisers')).toBeVisible()
    await person.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await eventually(() => expect(answered.last('PUT', 'member_groups/1/archived_advertisers/7/restore')).not.to.equal(undefined))
    const code = 'spend_unpaid'
    show('clients/1/advertisers/7', {
      replies: {
        'DELETE member_groups/1/advertisers/7': { status: 409, code: 'conflict', fields: [{ path: 'advertiser', rule: 'no', code }] },
      },
    })
    await archive()
    await expect(person.getByText('Spend or an invoice is not paid. Record the payment first.', { exact: true })).toBeVisible()
  })

  it('archived: are listed with the time, and taken back', async () => {
    const archived = { ...advertiserRow({ status: 'inactive' }), archived_at: '2021-10-01T09:00:00.000Z' }
    const { element, platform: answered } = show(`${listPath}&list=archived`, {
      replies: {
        'POST member_groups/1/archived_advertisers_report': advertisersOf([archived]),
        'PUT member_groups/1/archived_advertisers/7/restore': success(advertiser({ status: 'inactive' })),
      },
    })
    await expect(row('Fernhill')).toContainText('2021')
    expect(await hardToUse(element)).to.deep.equal([])
    await row('Fernhill').getByRole('button', { name: /^More/ }).click()
    await person.getByRole('menuitem', { name: 'Take back' }).click()
    await expect(person.getByText('Advertiser taken back', { exact: true })).toBeVisible()
    expect(answered.last('PUT', 'member_groups/1/archived_advertisers/7/restore')).not.to.equal(undefined)
    show(`${listPath}&list=archived`)
    await expect(person.getByText('No archived advertisers')).toBeVisible()
  })

  it('page: shows details, spend and funds, and leads to other surfaces', async () => {
    const { element } = show('clients/1/advertisers/7')
    await expect(person.getByText('Health', { exact: true })).toBeVisible()
    await expect(person.getByText('3 campaigns, 2 active')).toBeVisible()
    await expect(person.getByText(/€812\.50/)).toBeVisible()
    await expect(person.getByText(/€400\.00/)).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    const asked: object[] = []
    for (const name of ['ad-funds-asked', 'ad-report-asked'] as const)
      element.addEventListener(name, (event) => {
        event.preventDefault()
        asked.push(event.detail)
      })
    await person.getByRole('link', { name: 'Open funds' }).click()
    await person.getByRole('link', { name: 'Open report' }).click()
    await eventually(() =>
      expect(asked).to.deep.equal([
        { advertiser_id: 7, path: '' },
        { advertiser_id: 7, currency_code: 'EUR', start_date: '2021-10-01', end_date: '2021-10-30' },
      ]),
    )
    await fitsPhone()
  })

  it('page: says that an advertiser is missing, of another client or refused, and that loading failed', async () => {
    const replyOf = async (reply: NonNullable<Platform['replies']>[string], text: string) => {
      show('clients/1/advertisers/7', { replies: { 'GET advertisers/7': reply } })
      await expect(heading(text)).toBeVisible()
    }
    await replyOf({ status: 404, code: 'not_found' }, 'Advertiser not found')
    await replyOf(success(advertiser({ member_group_id: 2 })), 'Advertiser not found')
    await replyOf(refused, 'You do not have permission to view this information')
    await replyOf(failed, 'Couldn’t load the advertiser')
  })

  it('settings: the bar reviews and saves changes with their version', async () => {
    const { element, platform: answered } = show('clients/1/advertisers/7?tab=settings', {
      replies: { 'PUT member_groups/1/advertisers/7': success(advertiser({ name: 'Fern', version: 5 })) },
    })
    await person.getByRole('textbox', { name: 'Name', exact: true }).fill('Fern')
    await person.getByRole('textbox', { name: 'ERP number' }).fill('4711')
    await person.getByRole('combobox', { name: 'Industry' }).click()
    await person.getByRole('option', { name: 'Food' }).click()
    expect(await hardToUse(element)).to.deep.equal([])
    await bar().getByRole('button', { name: 'Review' }).click()
    const dialog = person.getByRole('dialog', { name: 'Review changes' })
    await expect(dialog.getByRole('row', { name: 'Industry Health Food' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: /erp: 4711/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(person.getByText('Advertiser saved', { exact: true })).toBeVisible()
    await expect(bar()).toBeHidden()
    const [sent] = answered.sent.filter(({ method }) => method === 'PUT')
    expect([sent?.ifMatch, sent?.body]).to.deep.equal([
      '"4"',
      {
        name: 'Fern',
        status: 'active',
        advertiser_group_id: null,
        industry_id: 7,
        channel_ids: [],
        advertiser_experience_ids: [],
        billing_address: null,
        metadata: [{ key: 'erp', value: '4711' }],
      },
    ])
    await fitsPhone()
  })

  it('settings: says what cannot be changed, and explains a conflict', async () => {
    show('clients/1/advertisers/7?tab=settings', {
      permissions: marketPermissions.filter((word) => word !== 'advertisers.activate' && word !== 'advertiser_groups.change'),
      replies: { 'PUT member_groups/1/advertisers/7': { status: 412, code: 'stale' } },
    })
    await expect(person.getByRole('radio', { name: /^Inactive/ })).toBeDisabled()
    await expect(person.getByText('Currency and time zone cannot be changed, because all amounts and days depend on them.')).toBeVisible()
    await person.getByRole('textbox', { name: 'Name', exact: true }).fill('Fern')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText(/^This has changed since you opened it/).first()).toBeVisible()
    await expect(person.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Fern')
    show('clients/1/advertisers/7?tab=settings', { permissions: ['member_groups.read'] })
    await expect(person.getByText('You don’t have permission to do this. Ask your account administrator.').first()).toBeVisible()
    await expect(person.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute('readonly', '')
  })

  it('campaigns: shows the spend of the last 30 days, and opens a campaign', async () => {
    const { element, platform: answered } = show('clients/1/advertisers/7?tab=campaigns', {
      replies: { 'POST member_groups/1/campaigns_report': failed },
    })
    await expect(button('Try again')).toBeVisible()
    const body = answered.last('POST', 'member_groups/1/campaigns_report')?.body
    expect(body?.filters).to.deep.equal([{ field: 'advertiser_id', operation: '=', value: 7 }])
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('history: names groups, and undoes a change', async () => {
    show('clients/1/advertisers/7?tab=history', {
      replies: {
        'POST member_groups/1/advertisers/7/changes/undo': ({ body }) =>
          success({
            fields: [],
            problem: null,
            changed_since: [],
            change_id: body.dry_run ? null : 42,
            version: 5,
            is_dry_run: body.dry_run === true,
            seen_up_to: 41,
          }),
      },
    })
    await expect(person.getByText('Group: Mills → Breweries')).toBeVisible()
    await button('Undo').click()
    await expect(person.getByRole('region', { name: 'Notifications' }).getByText('Undone')).toBeVisible()
  })

  it('create: sends the details with currency and time zone, and opens the new advertiser', async () => {
    const { element, platform: answered } = show('clients/1/add-advertisers', {
      replies: { 'POST member_groups/1/advertisers': success(advertiser({ name: 'Oatfield' })) },
    })
    const name = person.getByRole('textbox', { name: 'Name', exact: true })
    await person.getByRole('combobox', { name: 'Time zone' }).click()
    await person.getByRole('option', { name: 'Asia/Kolkata (UTC+5:30)' }).click()
    await button('Create advertiser').click()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await name.fill('Oatfield')
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Create advertiser').click()
    await expect(pageName('Fernhill')).toBeVisible()
    expect(answered.last('POST', 'member_groups/1/advertisers')?.body).to.deep.include({
      name: 'Oatfield',
      status: 'pending',
      currency_code: 'USD',
      time_zone: 'Asia/Kolkata',
    })
  })

  it('create: starts with the details of another advertiser', async () => {
    show('clients/1/add-advertisers?copy=7')
    await expect(person.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Copy of Fernhill')
    await expect(person.getByRole('combobox', { name: 'Industry' })).toContainText('Health')
    await expect(person.getByRole('combobox', { name: 'Currency' })).toContainText('EUR')
  })

  it('readonly: hides every action that writes', async () => {
    show('clients/1/advertisers/7', {}, { readonly: '' })
    await expect(person.getByText('Health', { exact: true })).toBeVisible()
    for (const name of ['More actions', 'Add seat']) await expect(button(name)).toHaveCount(0)
    show(listPath, {}, { readonly: '' })
    await expect(row('Fernhill')).toBeVisible()
    await expect(button('Add advertisers')).toHaveCount(0)
  })
})

describe('administration of new advertisers', () => {
  const several = 'clients/1/add-advertisers?tab=several'
  const bulk = 'POST member_groups/1/advertisers/bulk'
  const planned = (isDry: boolean) =>
    success({
      created: 1,
      is_dry_run: isDry,
      rows: [
        { outcome: 'created', advertiser_id: isDry ? null : 7, problems: [] },
        { outcome: 'exists', advertiser_id: 8, problems: [] },
        { outcome: 'refused', advertiser_id: null, problems: ['unknown_currency', 'unknown_group'] },
      ],
    })
  const fill = (text: string) => person.getByRole('textbox', { name: 'Rows' }).fill(text)

  it('several: a list is checked row by row and then created', async () => {
    const { element, platform: answered } = show(several, { replies: { [bulk]: ({ body }) => planned(body.dry_run === true) } })
    const created: number[] = []
    element.addEventListener('ad-advertiser-created', ({ detail }) => created.push(detail.advertiser_id))
    await expect(button('Check rows')).toHaveAttribute('aria-disabled', 'true')
    await fill('Name;Currency;Status\nOatfield;EUR;Active\nFernhill;;\nMills;XXX;')
    await expect(person.getByText('3 rows', { exact: true }).first()).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Check rows').click()
    await expect(person.getByText('1 advertiser will be created', { exact: true })).toBeVisible()
    await expect(row('Mills')).toContainText('The client does not have this currency. The client has no group of this name.')
    await expect(row('Fernhill')).toContainText('Exists already')
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Create 1 advertiser').click()
    await expect(person.getByText('1 advertiser created', { exact: true })).toBeVisible()
    await expect(button('Create 1 advertiser')).toHaveCount(0)
    expect(created).to.deep.equal([7])
    expect(answered.sent.filter(({ path }) => path === 'member_groups/1/advertisers/bulk').map(({ body }) => body)).to.deep.equal(
      [{ dry_run: true }, {}].map((more) => ({
        advertisers: [
          { name: 'Oatfield', currency_code: 'EUR', status: 'active' },
          { name: 'Fernhill', currency_code: '', status: '' },
          { name: 'Mills', currency_code: 'XXX', status: '' },
        ],
        ...more,
      })),
    )
    await person.getByRole('link', { name: 'Oatfield' }).click()
    await expect(pageName('Fernhill')).toBeVisible()
    await fitsPhone()
  })

  it('several: another text needs another check, and a failure is explained', async () => {
    show(several, { replies: { [bulk]: ({ body }) => (body.dry_run === true ? planned(true) : failed) } })
    await fill('Oatfield')
    await button('Check rows').click()
    await button('Create 1 advertiser').click()
    await expect(person.getByText('The advertisers were not created', { exact: true })).toBeVisible()
    await fill('Oatfield\nBarley')
    await expect(button('Create 1 advertiser')).toHaveCount(0)
    await fill('"Oatfield')
    await expect(person.getByText('Missing closing quotation mark in row 1.')).toBeVisible()
  })

  it('several: says that a pending client gets none, and refuses readers', async () => {
    const { element } = show(several, { replies: { 'GET member_groups/1': success(pendingClient) } })
    await fill('Oatfield')
    await expect(button('Check rows')).toHaveAttribute('aria-disabled', 'true')
    expect(await hardToUse(element)).to.deep.equal([])
    show(several, { permissions: ['member_groups.read'] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
  })
})

describe('administration of advertiser groups', () => {
  const list = 'clients/1?tab=advertiser-groups'
  const page = 'clients/1/advertiser-groups/5/advertisers'
  const reportOfGroups = 'POST users/3/advertiser_groups_report'
  const act = async (name: string, item: string) => {
    await row(name).getByRole('button', { name: /^More/ }).click()
    await person.getByRole('menuitem', { name: item }).click()
  }

  it('list: shows groups of the client, renames one and deletes another', async () => {
    const { element, platform: answered } = show(list, {
      replies: {
        'PUT member_groups/1/advertiser_groups/5': {
          status: 409,
          code: 'conflict',
          fields: [{ path: 'name', rule: 'no', code: 'name_taken' }],
        },
        'DELETE member_groups/1/advertiser_groups/6': {
          status: 409,
          code: 'conflict',
          fields: [{ path: 'advertiser_group', rule: 'no', code: 'users_have_access' }],
        },
      },
    })
    await expect(row('Breweries')).toContainText('2')
    expect(await hardToUse(element)).to.deep.equal([])
    expect(answered.last('POST', 'users/3/advertiser_groups_report')?.body.filters).to.deep.equal([
      { field: 'member_group_id', operation: '=', value: 1 },
    ])
    await act('Breweries', 'Rename')
    const dialog = person.getByRole('dialog', { name: 'Rename group' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Mills')
    await dialog.getByRole('button', { name: 'Rename group' }).click()
    await expect(dialog.getByText('Another group has this name.').first()).toBeVisible()
    const renamed = answered.last('PUT', 'member_groups/1/advertiser_groups/5')
    expect([renamed?.ifMatch, renamed?.body]).to.deep.equal(['"1"', { name: 'Mills' }])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await act('Mills', 'Delete')
    const question = person.getByRole('dialog', { name: 'Delete Mills?' })
    await expect(question).toContainText('2 advertisers stay, without a group.')
    await question.getByRole('button', { name: 'Delete group' }).click()
    await expect(person.getByText('Users have access through this group. Change their access first.', { exact: true })).toBeVisible()
    await fitsPhone()
  })

  it('list: says that there is nothing, that access is refused, what failed, and why a reader changes nothing', async () => {
    show(list, { replies: { [reportOfGroups]: success({ advertiser_groups: [], total: 0 }) } })
    await expect(person.getByText('No groups yet')).toBeVisible()
    show(list, { replies: { [reportOfGroups]: failed } })
    await expect(button('Try again')).toBeVisible()
    show(list, { permissions: ['member_groups.read'] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    show(list, { permissions: ['member_groups.read', 'advertiser_groups.read'] })
    await expect(row('Breweries')).toBeVisible()
    await expect(button('Add groups')).toHaveAttribute('aria-disabled', 'true')
    await row('Breweries').getByRole('button', { name: /^More/ }).click()
    for (const name of ['Rename', 'Delete']) await expect(person.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  })

  it('page: its last segment says what it shows', async () => {
    const { element } = show(page)
    await expect(pageName('Breweries')).toBeVisible()
    await expect(row('Fernhill')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await person.getByRole('tab', { name: 'Users' }).click()
    expect(element.path).to.equal('clients/1/advertiser-groups/5/users')
    await expect(person.getByText('No users yet')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    show('clients/1/advertiser-groups/5/nowhere')
    await expect(heading('Page not found')).toBeVisible()
    show(page, { replies: { 'GET member_groups/1/advertiser_groups/5': { status: 404, code: 'not_found' } } })
    await expect(heading('Advertiser group not found')).toBeVisible()
    show(page, { replies: { 'GET member_groups/1/advertiser_groups/5': refused } })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    show(page, { replies: { 'GET member_groups/1/advertiser_groups/5': failed } })
    await expect(heading('Couldn’t load the group')).toBeVisible()
  })

  it('members: one is removed and says how far that is, several move to another group and back', async () => {
    let isRefused = true
    const { element, platform: answered } = show(page, {
      replies: {
        'PUT member_groups/1/advertisers/7/remove_group': () => (isRefused ? failed : success('success')),
        'PATCH advertiser_groups/6/advertisers/bulk': success({ changed: 1, unchanged: 0 }),
        'PATCH advertiser_groups/5/advertisers/bulk': success({ changed: 1, unchanged: 0 }),
      },
    })
    await act('Fernhill', 'Remove from the group')
    await expect(row('Fernhill').getByText(/failed|wrong|try again/i)).toBeVisible()
    isRefused = false
    await act('Fernhill', 'Remove from the group')
    await expect(person.getByText('Removed from the group', { exact: true })).toBeVisible()
    await act('Fernhill', 'Move to another group')
    const dialog = person.getByRole('dialog', { name: 'Move to a group' })
    expect(await hardToUse(element)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await row('Fernhill').getByRole('checkbox').check()
    await button('Move to another group').click()
    await dialog.getByRole('combobox', { name: /^Group/ }).click()
    await person.getByRole('option', { name: 'Mills' }).click()
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect(person.getByText('1 advertiser moved', { exact: true })).toBeVisible()
    await person.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await eventually(() =>
      expect(answered.last('PATCH', 'advertiser_groups/5/advertisers/bulk')?.body).to.deep.equal({
        advertiser_ids: [7],
        member_group_id: 1,
      }),
    )
    await fitsPhone()
  })

  it('members: advertisers are added, also from other groups', async () => {
    const { platform: answered } = show(page, {
      replies: { 'PATCH advertiser_groups/5/advertisers/bulk/all': success({ changed: 1, unchanged: 0 }) },
    })
    await button('Add advertisers').click()
    const dialog = person.getByRole('dialog', { name: 'Add advertisers' })
    await dialog.getByRole('button', { name: 'Add to group' }).click()
    await expect(dialog.getByRole('combobox', { name: /^Advertisers/ })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('combobox', { name: /^Advertisers/ }).click()
    await person.getByRole('option', { name: 'Fernhill' }).click()
    await person.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Add to group' }).click()
    await expect(person.getByText('1 advertiser moved', { exact: true })).toBeVisible()
    expect(answered.last('PATCH', 'advertiser_groups/5/advertisers/bulk/all')?.body).to.deep.equal({
      member_group_id: 1,
      filters: [{ field: 'advertiser_id', operation: 'IN', value: [7] }],
    })
  })

  it('spend: shows the spend of each advertiser and the sum of each currency', async () => {
    const { element, platform: answered } = show('clients/1/advertiser-groups/5/spend', {
      permissions: [...marketPermissions, 'reports.read'],
      replies: {
        'POST member_groups/1/advertisers/spend_report': success({
          advertisers: [{ ...advertiserRow(), currency_digits: 2, spend: '812.5' }],
          total: 1,
          spend: [{ currency_code: 'EUR', currency_digits: 2, spend: '812.5' }],
        }),
      },
    })
    await expect(row('Fernhill')).toContainText('€812.50')
    await expect(person.getByText('Spend in EUR, last 30 days')).toBeVisible()
    expect(answered.last('POST', 'member_groups/1/advertisers/spend_report')?.body.filters).to.deep.equal([
      { field: 'advertiser_group_id', operation: '=', value: 5 },
    ])
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('add: one group by its name, or several from a list', async () => {
    const { platform: answered } = show('clients/1/add-advertiser-groups', {
      replies: {
        'POST member_groups/1/advertiser_groups': success({
          id: 5,
          name: 'Breweries',
          member_group_id: 1,
          member_group_name: 'Retailer',
          advertisers: 0,
          version: 1,
        }),
        'POST member_groups/1/advertiser_groups/bulk': ({ body }) =>
          success({
            created: 1,
            is_dry_run: body.dry_run === true,
            rows: [
              { outcome: 'created', advertiser_group_id: 9, problems: [] },
              { outcome: 'refused', advertiser_group_id: null, problems: ['duplicate'] },
            ],
          }),
      },
    })
    await person.getByRole('textbox', { name: 'Name' }).fill('Breweries')
    await button('Create group').click()
    await expect(pageName('Breweries')).toBeVisible()
    expect(answered.last('POST', 'member_groups/1/advertiser_groups')?.body).to.deep.equal({ name: 'Breweries' })
    const { element } = show('clients/1/add-advertiser-groups?tab=several', {
      replies: { 'POST member_groups/1/advertiser_groups/bulk': failed },
    })
    await person.getByRole('textbox', { name: 'Rows' }).fill('Mills\nmills')
    await button('Check rows').click()
    await expect(person.getByText('The groups were not created', { exact: true })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
  })
})

describe('administration of currencies and bids', () => {
  const list = 'clients/1?tab=currencies'
  const usd = `${list}&currency=1`
  const limits = 'POST member_groups/1/bidding_configs_report'

  it('list: shows the limits of each currency, and leads to one of them', async () => {
    const { element } = show(list)
    await expect(row('USD')).toContainText('From $0.10')
    await expect(row('USD')).toContainText('$0.001')
    await expect(row('EUR')).toContainText('No limits')
    expect(await hardToUse(element)).to.deep.equal([])
    await fitsPhone()
    await person.getByRole('link', { name: /^USD/ }).click()
    await expect(heading('USD – US dollar')).toBeVisible()
    expect(element.path).to.equal(usd)
  })

  it('list: says what failed, that access is refused, and that a currency is not there', async () => {
    show(list, { replies: { [limits]: failed } })
    await expect(heading('Couldn’t load the currencies')).toBeVisible()
    show(list, { replies: { [limits]: refused } })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    show(list, { permissions: ['member_groups.read'] })
    await expect(heading('You do not have permission to view this information')).toBeVisible()
    show(`${list}&currency=99`)
    await expect(heading('Currency not found')).toBeVisible()
  })

  it('limits: say what a change stops, ask before it, and can be undone', async () => {
    const { element, platform: answered } = show(usd, {
      replies: {
        'POST member_groups/1/bidding_configs/effect': ({ body }) => success(bidEffect(body.min_bid === '0.2' ? 14 : 0)),
        'PATCH member_groups/1/bidding_configs/11': ({ body }) => success(bidLimits({ min_bid: String(body.min_bid), version: 4 })),
      },
    })
    const changed: string[] = []
    element.addEventListener('ad-bid-limits-changed', ({ detail }) => changed.push(detail.currency_code))
    const minimum = person.getByRole('textbox', { name: 'Minimum bid' }).first()
    await minimum.fill('0.2')
    await expect(person.getByText(/^14 ad groups in 3 campaigns will stop serving/).first()).toBeVisible()
    await expect(person.getByText('Fernhill › Summer › Shelf: $0.15').first()).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await bar().getByRole('button', { name: 'Save' }).click()
    const dialog = person.getByRole('dialog', { name: 'Stop running ad groups?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(answered.last('PATCH', 'member_groups/1/bidding_configs/11')).to.equal(undefined)
    await expect(bar()).toContainText('1 unsaved change')
    await bar().getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Save limits' }).click()
    await expect(person.getByText('Bid limits saved', { exact: true })).toBeVisible()
    await person.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    const writes = () =>
      answered.sent.filter(({ method }) => method === 'PATCH').map(({ ifMatch, body }) => [ifMatch, body.min_bid, body.max_bid])
    await eventually(() =>
      expect(writes()).to.deep.equal([
        ['"3"', '0.2', null],
        ['"4"', '0.1', null],
      ]),
    )
    await eventually(() => expect(changed).to.deep.equal(['USD', 'USD']))
    await fitsPhone()
  })

  it('limits: are checked in the field, and say why a reader changes nothing', async () => {
    show(usd)
    const maximum = person.getByRole('textbox', { name: 'Maximum bid' }).first()
    await maximum.fill('0.05')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText('The maximum must be at least the minimum').first()).toBeVisible()
    const { element } = show(usd, { permissions: marketPermissions.filter((word) => !/^bidding_configs.(create|change)/.test(word)) })
    await expect(person.getByText('You don’t have permission to do this. Ask your account administrator.').first()).toBeVisible()
    await expect(maximum).toHaveAttribute('readonly', '')
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('limits: a conflict keeps the input', async () => {
    show(usd, { replies: { 'PATCH member_groups/1/bidding_configs/11': { status: 412, code: 'stale' } } })
    const minimum = person.getByRole('textbox', { name: 'Minimum bid' }).first()
    await minimum.fill('0.2')
    await bar().getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText(/^This has changed since you opened it/).first()).toBeVisible()
    await expect(minimum).toHaveValue('0.20')
  })

  it('add: a currency gets limits for both bidding types', async () => {
    const { element, platform: answered } = show('clients/1/add-currency', {
      replies: {
        'POST member_groups/1/bidding_configs': ({ body }) =>
          success(bidLimits({ currency_id: 3, currency_code: 'JPY', bidding_type_id: body.bidding_type_id === 1 ? 1 : 2, min_bid: '20' })),
        'GET member_groups/1/currencies': success({ currencies: [yen] }),
      },
    })
    await button('Add currency').click()
    await expect(person.getByRole('combobox', { name: /^Currency/ })).toHaveAttribute('aria-invalid', 'true')
    await person.getByRole('combobox', { name: /^Currency/ }).click()
    await person.getByRole('option', { name: 'JPY – Yen' }).click()
    await person.getByRole('textbox', { name: 'Minimum bid per click' }).fill('20')
    await person.getByRole('textbox', { name: 'Minimum bid per 1,000 impressions' }).fill('300')
    await person.getByRole('textbox', { name: 'Maximum bid per 1,000 impressions' }).fill('9000')
    await expect(person.getByText('All 120 active ad groups serve as before.').first()).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Add currency').click()
    await expect(heading('JPY – Yen')).toBeVisible()
    expect(answered.sent.filter(({ path }) => path === 'member_groups/1/bidding_configs').map(({ body }) => body)).to.deep.equal([
      { currency_id: 3, bidding_type_id: 1, min_bid: '20', max_bid: null },
      { currency_id: 3, bidding_type_id: 2, min_bid: '300', max_bid: '9000' },
    ])
    show('clients/1/add-currency', { replies: { 'GET member_groups/1/unassigned_currencies': success({ currencies: [] }) } })
    await expect(heading('No currency is left')).toBeVisible()
  })
})
