import { expect } from '@open-wc/testing'
import { configure } from '/dist/placard.js'
import { content, next, noToken, put, rootOf, until } from '../support/elements/page-parts.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const tag = 'ad-report-chart'
const make = (attributes?: Readonly<Record<string, string>>, properties?: Partial<HTMLElementTagNameMap[typeof tag]>) =>
  put(tag, { 'client-id': '1', ...attributes }, { getToken: noToken, ...properties })

describe('ad-report-chart', () => {
  afterEach(() => document.body.replaceChildren())

  it('names an attribute that it cannot read, and other elements keep working', async () => {
    const good = make()
    const bad = make({ 'client-id': 'nobody' })
    await content(bad)
    await until(() => rootOf(bad).textContent?.includes('client-id'))
    expect((await content(good)).textContent).to.not.equal('')
    expect(good.isConnected && bad.isConnected).to.equal(true)
  })

  it('does not inherit the font and rules of the page, unless it has the attribute inherit', async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('body{font-family:fantasy;color:rgb(9, 9, 9)} h2{font-size:99px} .button{display:none}')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const element = make()
    const heading = await content(element)
    expect(getComputedStyle(heading).fontSize).to.not.equal('99px')
    expect(getComputedStyle(heading).fontFamily).to.not.contain('fantasy')
    // Japanese text keeps small kana away from the start of a line.
    expect(getComputedStyle(heading).lineBreak).to.equal('strict')
    element.inherit = true
    expect(element.hasAttribute('inherit')).to.equal(true)
    await until(() => getComputedStyle(element).fontFamily === 'fantasy')
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  })

  it('emits events to its listeners, and as a message to its own window, without the token', async () => {
    const envelopes: { readonly type: string; readonly from: { readonly tag: string }; readonly origin: string }[] = []
    const hear = ({ data, origin }: MessageEvent) => data?.ns === 'placard' && envelopes.push({ ...data, origin })
    addEventListener('message', hear)
    const ready = next(document.body, 'ad-ready')
    const element = make({}, { getToken: async () => ({ access_token: 'a-secret', expires_at: Date.now() / 1000 + 600 }) })
    const event = await ready
    expect(event.target).to.equal(element)
    expect(event.composed && event.bubbles).to.equal(true)
    const envelope = await until(() => envelopes.find(({ type }) => type === 'ad-ready'))
    expect(envelope.from.tag).to.equal(tag)
    expect(envelope.origin).to.equal(location.origin)
    expect(JSON.stringify(envelopes)).to.not.contain('a-secret')
    removeEventListener('message', hear)
  })

  it("shares one session with other elements, and uses the page's access", async () => {
    let tokenRequests = 0
    configure({
      getToken: async () => {
        tokenRequests += 1
        return { access_token: 'one', expires_at: Date.now() / 1000 + 600 }
      },
    })
    for (let count = 0; count < 3; count++) put(tag, { 'client-id': '1' })
    await Promise.all([...document.querySelectorAll(tag)].map(content))
    expect(tokenRequests).to.equal(1)
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

  it('does not define the tags of the Shoelace library, which the host may use', async () => {
    await content(make())
    expect(['sl-button', 'sl-menu', 'sl-dropdown', 'sl-tooltip', 'sl-icon'].filter((name) => customElements.get(name))).to.deep.equal([])
  })
})
