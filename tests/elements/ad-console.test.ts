import { expect } from '@open-wc/testing'
import { inside, put, rootOf, until } from '../support/elements/page-parts.ts'
import { afterEach, beforeEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const tag = 'ad-console'
/** A partner's own sign-in element: the console may rely only on its public events. */
customElements.define(
  'ad-sign-in',
  class extends HTMLElement {
    static observedAttributes = ['no-back', 'no-funds']
  },
)
await import('/dist/placard.js')

const say = (node: Element, type: string, detail: object, cancelable = false) =>
  node.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }))
const getToken = async () => ({ access_token: 'nobody', expires_at: Date.now() / 1000 + 300 })
const make = () => put(tag, { path: 'harborline/setup-account?token=0', locale: 'en-US', theme: 'dark' }, { getToken })

describe('ad-console', () => {
  let element: ReturnType<typeof make>
  let door: HTMLElement & { readonly getToken?: unknown }
  beforeEach(async () => {
    // A console with a token is signed in and skips the login page.
    element = make()
    door = await until(() => inside(element, 'ad-sign-in'), 'the door')
  })
  afterEach(() => document.body.replaceChildren())

  it('passes the context to an element as attributes and the token as a property', () => {
    const given = Object.fromEntries([...door.attributes].map(({ name, value }) => [name, value]))
    expect(given).to.deep.equal({
      'client-name': 'harborline',
      path: 'setup-account?token=0',
      'link-base': '/harborline',
      locale: 'en-US',
      theme: 'dark',
      // The console has breadcrumbs.
      'no-back': '',
    })
    expect(door.getToken).to.equal(getToken)
  })

  it('keeps the element when it navigates, and takes over its path if the path has an address', async () => {
    const events: unknown[] = []
    element.addEventListener('ad-navigated', ({ detail }) => events.push(detail))
    say(door, 'ad-navigated', { path: 'setup-account?token=1', title: 'Welcome' })
    await until(() => door.getAttribute('path') === 'setup-account?token=1', 'the other path')
    expect(inside(element, 'ad-sign-in')).to.equal(door)
    expect(element.getAttribute('path')).to.equal('harborline/setup-account?token=1')
    expect(events).to.deep.equal([{ path: 'harborline/setup-account?token=1', title: 'Welcome' }])
    say(door, 'ad-navigated', { path: 'nowhere/of/the/table', title: 'Lost' })
    await new Promise(requestAnimationFrame)
    expect(element.getAttribute('path')).to.equal('harborline/setup-account?token=1')
  })

  it('shows each notification of an element once, unless the page handles it', async () => {
    const notice = { kind: 'success', title: 'Saved', text: 'Everything is saved.' }
    const events: string[] = []
    const hear = (event: Event) => {
      if (event.target instanceof Element) events.push(event.target.localName)
      if (events.length === 1) event.preventDefault()
    }
    element.addEventListener('ad-notice', hear)
    expect(say(door, 'ad-notice', notice, true)).to.equal(false)
    await until(() => events.length === 1, 'the notice')
    expect(inside(element, '.toast')).to.equal(null)
    say(door, 'ad-notice', { ...notice, title: 'Saved again' }, true)
    say(door, 'ad-notice', { ...notice, title: 'Saved again' }, true)
    await until(() => inside(element, '.toast'), 'the notice')
    expect(rootOf(element).querySelectorAll('.toast').length).to.equal(1)
    expect(events).to.deep.equal([tag, tag])
  })

  it('keeps id and time of a notification, and shows two with the same id once', async () => {
    const events: unknown[] = []
    element.addEventListener('ad-notice', ({ detail }) => events.push(detail))
    const notice = { kind: 'success', title: 'Uploaded', text: '1 of 2', id: 'upload', duration: 700 }
    say(door, 'ad-notice', notice, true)
    say(door, 'ad-notice', { ...notice, text: '2 of 2' }, true)
    await until(() => inside(element, '.toast'), 'the notice')
    expect(events).to.deep.equal([notice])
    expect(rootOf(element).querySelectorAll('.toast').length).to.equal(1)
  })

  it('does not expose errors and session events of its inner elements', () => {
    const events: unknown[] = []
    const types = ['ad-error', 'ad-session-expiring', 'ad-session-expired', 'ad-session-restored']
    for (const type of types) element.addEventListener(type, () => events.push(type))
    for (const type of types) say(door, type, type === 'ad-error' ? { code: 'crashed', retryable: true } : {})
    expect(events).to.deep.equal([])
  })

  it('re-emits ad-before-sign-in of an inner element, and the page can cancel it', () => {
    const events: unknown[] = []
    element.addEventListener('ad-before-sign-in', ({ detail }) => events.push(detail.client_name))
    // The generic event repeats the console's own event once.
    element.addEventListener('placard', (event) => {
      const { type, detail } = (event as CustomEvent).detail // the envelope of our events
      events.push([type, detail.return_route])
    })
    const wish = { client_name: 'harborline', return_route: '/' }
    expect(say(door, 'ad-before-sign-in', wish, true)).to.equal(true)
    expect(events).to.deep.equal(['harborline', ['ad-before-sign-in', '/']])
    element.addEventListener('ad-before-sign-in', (event) => event.preventDefault(), { once: true })
    expect(say(door, 'ad-before-sign-in', wish, true)).to.equal(false)
    expect(say(door, 'ad-before-sign-in', { client_name: 1 }, true)).to.equal(true)
    expect(events.length).to.equal(5)
  })

  it('does not emit the ready event of an inner element', async () => {
    const events: unknown[] = []
    element.addEventListener('ad-ready', () => events.push('ready'))
    say(door, 'ad-ready', {})
    expect(events).to.deep.equal([])
  })
})
