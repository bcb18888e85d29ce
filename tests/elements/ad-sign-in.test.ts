import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { content, inside, put, until } from '../support/elements/page-parts.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const tag = 'ad-sign-in'
/** The config answers which provider is used; no other request gets a response. */
const keeper = { environment: 'development', cloud_provider: '', issuer: '/idp', client_id: 'x', flags_url: 'x', other_origin: 'x' }
const fetched = window.fetch
window.fetch = (...args) =>
  String(args[0]).endsWith('/api/k1-ui/config')
    ? Promise.resolve(Response.json({ status: 'success', result: { ...keeper, is_provider_embedded: true } }))
    : fetched(...args)

describe('ad-sign-in', () => {
  afterEach(() => document.body.replaceChildren())

  it('asks the page before it navigates, with a return address of this origin only', async () => {
    const element = put(tag, { 'client-name': 'harborline-stays', path: 'login?returnRoute=%2Fclients%2F1%3Fx%3D1' })
    const events: HTMLElementEventMap['ad-before-sign-in']['detail'][] = []
    element.addEventListener('ad-before-sign-in', (event) => {
      event.preventDefault()
      events.push(event.detail)
    })
    const button = await until(() => inside(element, '.button.primary'), 'the button')
    button.click()
    await until(() => events.length === 1, 'the question')
    element.setAttribute('path', 'login?returnRoute=%2F%2Fevil.example')
    await until(() => button.ariaBusy !== 'true', 'the button to be free')
    inside(element, '.button.primary')?.click()
    await until(() => events.length === 2, 'the second question')
    expect(events.map(({ client_name, return_route }) => [client_name, return_route])).to.deep.equal([
      ['harborline-stays', '/clients/1?x=1'],
      ['harborline-stays', '/'],
    ])
  })

  it('shows once why the last session ended', async () => {
    sessionStorage.setItem('placard-sign-in-problem', 'refresh_failed')
    const element = put(tag)
    await content(element)
    expect((await until(() => inside(element, '.callout'), 'the reason')).textContent).to.contain('We could not refresh this session')
    expect(sessionStorage.getItem('placard-sign-in-problem')).to.equal(null)
  })

  it('opens no account setup from an incomplete link', async () => {
    const element = put(tag, { path: 'setup-account?token=short' })
    await content(element)
    expect(inside(element, '.callout')?.textContent).to.contain('This link is incomplete')
    expect(inside(element, '.button.primary')).to.equal(null)
  })
})
