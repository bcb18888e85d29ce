import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { content, eventually, inside, noToken, put, rootOf, until } from '../support/elements/page-parts.ts'
import { person } from '../support/elements/person.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const make = (attributes?: Readonly<Record<string, string>>) =>
  put('ad-campaigns', { 'client-id': '1', ...attributes }, { getToken: noToken })
const text = (element: Element) => element.shadowRoot?.textContent ?? ''

describe('ad-campaigns', () => {
  afterEach(() => document.body.replaceChildren())

  it('is accessible before the sign-in', async () => {
    const element = make()
    await content(element)
    await expect(element).to.be.accessible()
  })

  it('names an attribute that it cannot read, and shows no data', async () => {
    const element = make({ 'client-id': 'everything' })
    await until(() => text(element).includes('client-id'))
    expect(inside(element, '[role=grid]')).to.equal(null)
  })

  it('shows the list of its path', async () => {
    const element = make()
    await content(element)
    const tab = () => inside(element, '[role=tab][aria-selected=true]')?.textContent
    await until(() => tab() === 'Campaigns')
    element.path = 'ad_groups'
    await until(() => tab() === 'Ad groups')
    element.path = 'review-media'
    await until(() => tab()?.startsWith('Review queue'))
  })

  it('shows no advertiser picker with no-advertiser-choice or with advertiser-id', async () => {
    const own = make({ 'no-advertiser-choice': '' })
    await content(own)
    expect(inside(own, '.list-choice')).to.equal(null)
    own.remove()
    const one = make({ 'advertiser-id': '7' })
    await content(one)
    expect(inside(one, '.list-choice')).to.equal(null)
    one.remove()
    const all = make()
    await content(all)
    expect(inside(all, '.list-choice')).to.not.equal(null)
  })

  it('hides the button for a new campaign when it is readonly or has no-create', async () => {
    const element = make({ readonly: '' })
    await content(element)
    expect(text(element)).to.not.contain('New campaign')
    element.readonly = false
    await until(() => text(element).includes('New campaign'))
    element.noCreate = true
    await until(() => !text(element).includes('New campaign'))
  })

  /** The tab of the drafts, with the token of one case. */
  const openDrafts = async (of: 'some' | 'none' | 'refused', attributes: Readonly<Record<string, string>> = {}) => {
    const getToken = async () => ({ access_token: `drafts-${of}`, expires_at: Date.now() / 1000 + 600 })
    const element = put('ad-campaigns', { 'client-id': '1', path: 'drafts', ...attributes }, { getToken })
    await content(element)
    return element
  }
  const draftTab = (element: Element) =>
    [...rootOf(element).querySelectorAll('[role=tab]')].find(({ textContent }) => textContent.startsWith('Drafts'))

  it('lists the drafts of all advertisers with their number, and asks the page to continue one', async () => {
    const element = await openDrafts('some')
    const events: unknown[] = []
    element.addEventListener('ad-campaign-create-asked', (event) => {
      event.preventDefault()
      events.push(event.detail)
    })
    await until(() => draftTab(element)?.textContent === 'Drafts2')
    await until(() => text(element).includes('Winter walks'))
    for (const label of ['Hotels 1', 'Quick', 'Basics', 'Unnamed campaign', 'Hotels 2', 'Goal first', 'Budget and bid', 'mika'])
      expect(text(element)).to.contain(label)
    await person.getByRole('button', { name: 'More actions for Unnamed campaign' }).click()
    await person.getByRole('menuitem', { name: 'Continue' }).click()
    await eventually(() =>
      expect(events).to.deep.equal([{ campaign_draft_uuid: '00000000-0000-4000-8000-000000000002', advertiser_id: 2 }]),
    )
    element.remove()
    const other = await openDrafts('some', { readonly: '', path: '' })
    await until(() => inside(other, '[role=tab]'))
    expect(draftTab(other)).to.equal(undefined)
  })

  it('says that there are no drafts, without a number in the tab', async () => {
    const element = await openDrafts('none')
    await until(() => text(element).includes('No drafts yet'))
    expect(draftTab(element)?.textContent).to.equal('Drafts')
  })

  it('keeps the heading and tabs when the drafts are refused', async () => {
    const element = await openDrafts('refused')
    await until(() => text(element).includes('Couldn’t load rows'))
    expect(text(element)).to.contain('You do not have permission to view this information')
    expect(draftTab(element)?.getAttribute('aria-selected')).to.equal('true')
  })

  it('asks the page to open the builder, unless the button is disabled', async () => {
    const element = make({ 'link-base': '/somewhere' })
    const events: unknown[] = []
    element.addEventListener('ad-campaign-create-asked', (event) => {
      event.preventDefault()
      events.push(event.detail)
    })
    await content(element)
    const button = await until(() =>
      [...rootOf(element).querySelectorAll<HTMLElement>('.button.primary')].find((one) => one.textContent?.includes('New')),
    )
    button.click()
    // Without the permission the button is disabled with a reason, and no event is sent.
    expect(events.length).to.equal(button.ariaDisabled === 'true' ? 0 : 1)
  })
})
