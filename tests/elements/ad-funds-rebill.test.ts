import '/dist/placard.js'
import { hardToUse } from '../support/elements/axe.ts'
import {
  advertiserPath,
  fundsReplies,
  rebillPermissions,
  receipt,
  rehearsal,
  rule,
  rulePath,
  wire,
} from '../support/elements/funds-rebill.ts'
import { answerOrders, failed, refused, token } from '../support/elements/insertion-orders.ts'
import { next, put, until } from '../support/elements/page-parts.ts'
import { expect, person } from '../support/elements/person.ts'
import { dayAgo } from '../support/time/days.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const sheet = new CSSStyleSheet()
sheet.replaceSync(':root { color-scheme: light dark } body { margin: 0; padding: 16px; background: light-dark(#fff, #131415) }')
document.adoptedStyleSheets = [sheet]
type Options = NonNullable<Parameters<typeof answerOrders>[0]>

let platform: ReturnType<typeof answerOrders> | undefined
/** Shows a screen of the funds, with answers to its requests. */
function show(
  path: string,
  { replies = {}, permissions = rebillPermissions }: Options = {},
  attributes: Readonly<Record<string, string>> = {},
) {
  platform?.stop()
  platform = answerOrders({ permissions, replies: { ...fundsReplies, ...replies } })
  const own: typeof token = (...ask) => token(...ask) // a host of its own, so that nothing is cached from another test
  const element = put('ad-funds', { 'client-id': '1', 'advertiser-id': '7', path, ...attributes }, { getToken: own })
  return { element, platform }
}
const button = (name: string) => person.getByRole('button', { name, exact: true })
const notice = (title: string) => person.getByRole('region', { name: 'Notifications' }).getByText(title, { exact: true })
const field = (name: string) => person.getByRole('textbox', { name: new RegExp(`^${name}`) })
const readRule = `GET ${rulePath}/get_by_advertiser`
const withRule = (change: Parameters<typeof rule>[0]) => ({ replies: { [readRule]: { result: { auto_rebill: rule(change) } } } })

describe('auto-rebill', () => {
  beforeEach(async () => {
    await person.setViewportSize({ width: 1280, height: 900 })
    await person.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  })
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('shows the rule as a sentence with its state and its history', async () => {
    const { element } = show('auto-rebill', {}, { theme: 'auto' })
    await expect(field('When available falls below')).toHaveValue('50.00')
    await expect(field('Amount to add')).toHaveValue('200.00')
    await expect(person.getByText('Charged this month: $600.00 of $1,000.00.')).toBeVisible()
    await expect(person.getByText('This card expires soon. Choose another one before that.')).toBeVisible()
    await expect(person.getByText(/^Visa \d{4} expires at the end of 12\/30$/)).toBeVisible()
    const history = person.getByRole('region', { name: 'Charges of the auto-rebill' })
    await expect(history.getByRole('row', { name: /Charged.*\$600\.00/ })).toBeVisible()
    await expect(history.getByRole('row', { name: /Declined.*Not enough money on the card/ })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await person.emulateMedia({ colorScheme: 'dark' })
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('saves changed terms with the version, and emits an event', async () => {
    const { element, platform } = show('auto-rebill', {
      replies: { [`PATCH ${rulePath}/3`]: { result: rule({ threshold: '80', version: 6 }) } },
    })
    await field('When available falls below').fill('80')
    const changed = next<CustomEvent>(element, 'ad-auto-rebill-changed')
    await button('Save changes').click()
    expect((await changed).detail).to.deep.equal({ auto_rebill_id: 3 })
    expect(platform.last('PATCH', `${rulePath}/3`)).to.deep.include({
      body: { threshold: '80', mode: 'fixed', amount: '200', month_maximum: '1000', payment_method_id: 2 },
      ifMatch: '"5"',
    })
  })

  it('asks for a target above the threshold', async () => {
    const { platform } = show('auto-rebill')
    await person.getByRole('radio', { name: 'Top up to' }).check({ force: true })
    await field('Target').fill('40')
    await button('Save changes').click()
    await expect(person.getByText('Enter a target above the threshold').first()).toBeVisible()
    expect(platform.last('PATCH', `${rulePath}/3`)).to.equal(undefined)
  })

  it('rehearses the terms in the form, and a declined card, without saving', async () => {
    const { element, platform } = show('auto-rebill', {
      replies: { [`POST ${rulePath}/rehearse`]: ({ body: { is_declined } }) => ({ result: rehearsal(is_declined === true) }) },
    })
    await field('When available falls below').fill('500')
    await button('Rehearse 30 days').click()
    await expect(person.getByText('Charged in total: $600.00')).toBeVisible()
    expect(platform.last('POST', `${rulePath}/rehearse`)?.body).to.deep.equal({
      threshold: '500',
      mode: 'fixed',
      amount: '200',
      month_maximum: '1000',
    })
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Rehearse a declined card').click()
    await expect(person.getByText('The auto-rebill would be off')).toBeVisible()
    await expect(person.getByRole('region', { name: 'Rehearsal with a declined card' }).first()).toBeVisible()
    expect(platform.last('PATCH', `${rulePath}/3`)).to.equal(undefined)
  })

  it('offers what campaigns need as the amount to add, rounded up', async () => {
    show('auto-rebill')
    await button('Add $40.00 for Summer shelf').click()
    await expect(field('Amount to add')).toHaveValue('40.00')
    await button('Add $60.01 for all campaigns').click()
    await expect(field('Amount to add')).toHaveValue('60.01')
  })

  it('says when it tries again, and who was mailed when it was switched off', async () => {
    show('auto-rebill', withRule({ state: 'backing_off', failures: 2, next_attempt_at: `${dayAgo(-1)}T14:20:00.000Z` }))
    await expect(person.getByText(/Next attempt: .*2:20.*Declined charges in a row: 2 of 3\./)).toBeVisible()
    document.body.replaceChildren()
    const notified = [
      { user_id: 3, name: 'Ada Lind' },
      { user_id: 5, name: 'Bo Chen' },
    ]
    const { platform } = show('auto-rebill', {
      replies: {
        ...withRule({ state: 'failed', failures: 3, notified }).replies,
        [`PATCH ${rulePath}/3`]: { result: rule({ version: 6 }) },
      },
    })
    await expect(person.getByText('An email was sent to Ada Lind and Bo Chen.')).toBeVisible()
    await button('Switch on').click()
    await expect(notice('Auto-rebill switched on')).toBeVisible()
    expect(platform.last('PATCH', `${rulePath}/3`)?.body).to.deep.equal({ is_on: true })
  })

  it('is created with the default card, and removed after a question', async () => {
    const { platform } = show('auto-rebill', {
      replies: { [readRule]: { result: { auto_rebill: null } }, [`POST ${rulePath}`]: { result: rule() } },
    })
    await field('When available falls below').fill('50')
    await field('Amount to add').fill('200')
    await button('Switch on auto-rebill').click()
    await expect(notice('Auto-rebill saved')).toBeVisible()
    expect(platform.last('POST', rulePath)?.body).to.deep.equal({
      threshold: '50',
      mode: 'fixed',
      amount: '200',
      month_maximum: null,
      payment_method_id: 2,
    })
    document.body.replaceChildren()
    const { platform: other } = show('auto-rebill', { replies: { [`DELETE ${rulePath}/3`]: { result: { auto_rebill_id: 3 } } } })
    await button('Remove').click()
    await button('Remove auto-rebill').click()
    await expect(notice('Auto-rebill removed')).toBeVisible()
    expect(other.last('DELETE', `${rulePath}/3`)?.ifMatch).to.equal('"5"')
  })

  it('shows its empty, refused, failed and read-only states', async () => {
    show('auto-rebill', {
      replies: { [readRule]: { result: { auto_rebill: null } } },
      permissions: ['auto_rebills.read', 'payment_methods.read'],
    })
    await expect(person.getByText('No auto-rebill')).toBeVisible()
    document.body.replaceChildren()
    show('auto-rebill', { replies: { [readRule]: refused } })
    await expect(person.getByText('Ask your account administrator for access to the auto-rebill.')).toBeVisible()
    document.body.replaceChildren()
    show('auto-rebill', { replies: { [readRule]: { result: { auto_rebill: null } } }, permissions: ['funds.read'] })
    await expect(person.getByText('Ask your account administrator for access to the auto-rebill.')).toBeVisible()
    await expect(person.getByText('No auto-rebill')).toHaveCount(0)
    document.body.replaceChildren()
    show('auto-rebill', { replies: { [readRule]: failed } })
    await expect(person.getByText('Couldn’t load the auto-rebill')).toBeVisible()
    document.body.replaceChildren()
    show('auto-rebill', { replies: { [readRule]: 'never' } })
    await expect(person.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
    document.body.replaceChildren()
    show('auto-rebill', {}, { readonly: '' })
    await expect(person.getByText('Auto-rebill is on')).toBeVisible()
    await expect(button('Switch off')).toHaveCount(0)
    await expect(button('Save changes')).toHaveCount(0)
  })
})

describe('bank transfers', () => {
  afterEach(() => {
    document.body.replaceChildren()
    platform?.stop()
    platform = undefined
  })

  it('shows how transfers wait and how they have ended', async () => {
    const short = wire({
      wire_transfer_id: 6,
      reference: 'PL-AAAA-BBBB',
      state: 'received',
      received: '480',
      difference: '-20',
      closed_at: wire().created_at,
    })
    const more = wire({ ...short, wire_transfer_id: 5, reference: 'PL-CCCC-DDDD', received: '512.5', difference: '12.5' })
    const { element } = show('invoices', {
      replies: { [`POST ${advertiserPath}/wire_transfers_report`]: { result: { wire_transfers: [wire(), short, more], total: 3 } } },
    })
    await expect(person.getByRole('row', { name: /PL-7K3M-9QXT.*\$500\.00.*Waiting for 2 days/ })).toBeVisible()
    await expect(person.getByRole('row', { name: /PL-AAAA-BBBB.*\$480\.00.*Received, \$20\.00 less/ })).toBeVisible()
    await expect(person.getByRole('row', { name: /PL-CCCC-DDDD.*Received, \$12\.50 more/ })).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
    await button('Details: PL-7K3M-9QXT').click()
    await expect(person.getByRole('dialog').getByText('SB0000000001')).toBeVisible()
    expect(await hardToUse(element)).to.deep.equal([])
  })

  it('has pages of transfers and of receipts', async () => {
    const [transfers, receipts] = [`${advertiserPath}/wire_transfers_report`, 'v1/member_groups/1/receipts_report']
    const { platform } = show('invoices', {
      replies: {
        [`POST ${transfers}`]: { result: { wire_transfers: [wire()], total: 21 } },
        [`POST ${receipts}`]: { result: { receipts: [receipt], total: 21 } },
      },
    })
    for (const [name, path] of [
      ['Pending transfers', transfers],
      ['Unassigned receipts', receipts],
    ] as const) {
      await button(`Next page: ${name}`).click()
      await until(() => JSON.stringify(platform.last('POST', path)?.body).includes('"start":20'))
    }
  })

  it('cancels a transfer and assigns a receipt after a question', async () => {
    const { platform } = show('invoices', {
      replies: {
        [`PUT ${advertiserPath}/wire_transfers/8/cancel`]: {
          result: wire({ state: 'canceled', version: 2, closed_at: wire().created_at }),
        },
        'POST v1/member_groups/1/receipts/9/assign': {
          result: { ...receipt, advertiser: { advertiser_id: 7, name: 'Fernhill' }, version: 2 },
        },
      },
    })
    await button('Cancel transfer: PL-7K3M-9QXT').click()
    await person.getByRole('dialog').getByRole('button', { name: 'Cancel transfer', exact: true }).click()
    await expect(notice('Transfer canceled')).toBeVisible()
    expect(platform.last('PUT', `${advertiserPath}/wire_transfers/8/cancel`)?.ifMatch).to.equal('"1"')
    await button('Assign to this advertiser: $75.00, Northfield Foods').click()
    await expect(person.getByText('Sent by Northfield Foods. This cannot be undone.')).toBeVisible()
    await button('Assign receipt').click()
    await expect(notice('Receipt assigned')).toBeVisible()
    expect(platform.last('POST', 'v1/member_groups/1/receipts/9/assign')).to.deep.include({ body: { advertiser_id: 7 }, ifMatch: '"1"' })
  })

  it('shows its empty and failed states, and receipts only to those who assign them', async () => {
    const list = `POST ${advertiserPath}/wire_transfers_report`
    show('invoices', { replies: { [list]: { result: { wire_transfers: [], total: 0 } } }, permissions: ['funds.read'] })
    await expect(person.getByText('Bank transfers appear here once you announce one.')).toBeVisible()
    await expect(person.getByRole('heading', { name: 'Unassigned receipts' })).toHaveCount(0)
    document.body.replaceChildren()
    show('invoices', { replies: { [list]: failed } })
    await expect(person.getByText('Couldn’t load the transfers')).toBeVisible()
    document.body.replaceChildren()
    show('invoices', { replies: { [`GET ${advertiserPath}/balances`]: refused } })
    await expect(person.getByText('Ask your account administrator for access to funds.')).toBeVisible()
  })
})
