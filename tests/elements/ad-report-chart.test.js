import 'axe-core' // no module: it puts axe on the window
import { expect } from '@open-wc/testing'
import { configure } from '/dist/placard.js'
import { content, next, noToken, put, until } from './page-parts.js'

document.documentElement.lang = 'en'
document.title = 'A page'
const tag = 'ad-report-chart'
const make = (attributes, properties) => put(tag, { 'client-id': '1', ...attributes }, { getToken: noToken, ...properties })

describe('ad-report-chart', () => {
  afterEach(() => document.body.replaceChildren())

  it('is accessible while it waits, and when it says what is wrong', async () => {
    const element = make()
    const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
    const audit = async () =>
      (await window.axe.run(element, { rules })).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
    expect(await audit()).to.deep.equal([])
    await content(element)
    expect(await audit()).to.deep.equal([])
  })

  it('holds its place before its code is there', async () => {
    const element = document.createElement(tag)
    document.body.append(element)
    await until(() => element.shadowRoot)
    expect(element.getBoundingClientRect().height).to.be.at.least(320)
  })

  it('keeps a property that was set before the code came', async () => {
    const early = document.createElement(tag)
    Object.defineProperty(early, 'clientId', { value: '7', configurable: true, enumerable: true, writable: true })
    document.body.append(early)
    await customElements.whenDefined(tag)
    await until(() => early.getAttribute('client-id') === '7')
    expect(Object.hasOwn(early, 'clientId')).to.equal(false)
    expect(early.clientId).to.equal('7')
  })

  it('says no to an identity that it does not have, and others on the page live on', async () => {
    const good = make()
    const bad = make({ 'client-id': 'nobody' })
    expect((await content(bad)).textContent).to.not.equal('')
    expect((await content(good)).textContent).to.not.equal('')
    expect(good.isConnected && bad.isConnected).to.equal(true)
  })

  it('changes its language at run time without a remount', async () => {
    const element = make({ locale: 'en-US' })
    const before = (await content(element)).textContent
    const inner = element.shadowRoot.firstElementChild
    element.locale = 'de'
    await until(() => element.shadowRoot.querySelector('h2')?.textContent !== before)
    expect(element.shadowRoot.firstElementChild).to.equal(inner)
    expect(element.getAttribute('locale')).to.equal('de')
  })

  it('wears light, dark and what the host gives as tokens', async () => {
    const element = make({ theme: 'light' })
    await content(element)
    const colour = () => getComputedStyle(element.shadowRoot.querySelector('h2')).color
    const light = colour()
    element.theme = 'dark'
    expect(colour()).to.not.equal(light)
    element.themeTokens = { text: 'rgb(1, 2, 3)' }
    await until(() => colour() === 'rgb(1, 2, 3)')
    element.themeTokens = undefined
    await until(() => colour() !== 'rgb(1, 2, 3)')
  })

  it('neither takes the page’s style nor gives it any, unless it is told to inherit', async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('body{font-family:fantasy;color:rgb(9, 9, 9)} h2{font-size:99px} .button{display:none}')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const element = make()
    const heading = await content(element)
    expect(getComputedStyle(heading).fontSize).to.not.equal('99px')
    expect(getComputedStyle(heading).fontFamily).to.not.contain('fantasy')
    element.inherit = true
    expect(element.hasAttribute('inherit')).to.equal(true)
    await until(() => getComputedStyle(element).fontFamily === 'fantasy')
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  })

  it('keeps its state when it is moved, and leaves nothing when it is removed', async () => {
    const element = make()
    await content(element)
    const inner = element.shadowRoot.firstElementChild
    const other = document.createElement('section')
    document.body.append(other)
    other.append(element)
    await new Promise((resolve) => setTimeout(resolve))
    expect(element.shadowRoot.firstElementChild).to.equal(inner)
    element.remove()
    await new Promise((resolve) => setTimeout(resolve))
    expect(element.shadowRoot.childElementCount).to.equal(0)
  })

  it('leaves no listener behind', async () => {
    await content(make())
    document.body.replaceChildren()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const counts = new Map()
    const target = EventTarget.prototype
    const { addEventListener: add, removeEventListener: remove } = target
    const isOutside = (one) => one === window || one === document
    target.addEventListener = function (type, hear, options) {
      if (isOutside(this)) {
        const key = `${type} ${this === window}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        options?.signal?.addEventListener('abort', () => counts.set(key, counts.get(key) - 1))
      }
      return add.call(this, type, hear, options)
    }
    target.removeEventListener = function (type, hear, options) {
      const key = `${type} ${this === window}`
      if (isOutside(this) && counts.get(key)) counts.set(key, counts.get(key) - 1)
      return remove.call(this, type, hear, options)
    }
    const element = make()
    await content(element)
    element.remove()
    await new Promise((resolve) => setTimeout(resolve, 100))
    Object.assign(target, { addEventListener: add, removeEventListener: remove })
    expect([...counts].filter(([, count]) => count > 0)).to.deep.equal([])
  })

  it('tells events to its listeners, and as an envelope to its own window alone', async () => {
    const envelopes = []
    const hear = ({ data, origin }) => data?.ns === 'placard' && envelopes.push({ ...data, origin })
    addEventListener('message', hear)
    const heard = next(document.body, 'ad-ready')
    const element = make()
    const event = await heard
    expect(event.target).to.equal(element)
    expect(event.composed && event.bubbles).to.equal(true)
    const envelope = await until(() => envelopes.find(({ type }) => type === 'ad-ready'))
    expect(envelope.from.tag).to.equal(tag)
    expect(envelope.origin).to.equal(location.origin)
    expect(JSON.stringify(envelopes)).to.not.contain('token')
    removeEventListener('message', hear)
  })

  it('shares one session with its siblings, and takes the page’s own access', async () => {
    let asked = 0
    configure({
      getToken: async () => {
        asked += 1
        return { access_token: 'one', expires_at: Date.now() / 1000 + 600 }
      },
    })
    for (let count = 0; count < 3; count++) put(tag, { 'client-id': '1' })
    await Promise.all([...document.querySelectorAll(tag)].map(content))
    expect(asked).to.equal(1)
  })

  it('is found in a shadow root of the host', async () => {
    const { discover } = await import('/dist/placard.js')
    const host = document.createElement('div')
    document.body.append(host)
    const root = host.attachShadow({ mode: 'open' })
    discover(root)
    const inner = document.createElement(tag)
    root.append(inner)
    await until(() => inner.shadowRoot)
  })

  it('lives under a strict policy with Trusted Types, without one violation', async () => {
    const frame = document.createElement('iframe')
    frame.src = '/pages/strict'
    document.body.append(frame)
    await next(frame, 'load')
    await content(frame.contentDocument.querySelector(tag))
    expect(frame.contentWindow.violations).to.deep.equal([])
  })

  it('leaves the names of the host’s own component library free', async () => {
    await content(make())
    expect(['sl-button', 'sl-menu', 'sl-dropdown', 'sl-tooltip', 'sl-icon'].filter((name) => customElements.get(name))).to.deep.equal([])
  })
})
