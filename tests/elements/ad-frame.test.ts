import { expect } from '@open-wc/testing'
import { connect } from '/dist/host.js'
import { configure } from '/dist/placard.js'
import { inside, next, noToken, put, until } from '../support/elements/page-parts.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const address = '/embedded/clients/1/chart'
const make = (attributes?: Readonly<Record<string, string>>, properties?: Partial<HTMLElementTagNameMap['ad-frame']>) =>
  put('ad-frame', { src: address, title: 'The chart', ...attributes }, { getToken: noToken, ...properties })
const frameOf = (element: Element) => until(() => element.shadowRoot?.querySelector('iframe'))
const windowOf = ({ contentWindow }: HTMLIFrameElement) =>
  (contentWindow ?? expect.fail('The frame has no window')) as Window & typeof globalThis // a frame's window has the globals too
const chartIn = async (element: Element) => {
  const frame = await frameOf(element)
  return until(() => frame.contentDocument?.querySelector('ad-report-chart'), 'the element in the frame')
}
/** An event created in the frame's own window. */
const eventOf = ({ ownerDocument }: Element, type: string, init: CustomEventInit) => {
  const view = ownerDocument.defaultView ?? expect.fail('The page in the frame is gone')
  return new view.CustomEvent(type, init)
}

const hello = (nonce: string) => `parent.postMessage({ ns: 'placard', type: 'hello', oldest: 1, newest: 1, nonce: '${nonce}' }, '*')`

describe('ad-frame', () => {
  afterEach(() => document.body.replaceChildren())

  it('creates a sandboxed frame with five permissions, and the permission to write to the clipboard', async () => {
    const frame = await frameOf(make())
    expect([...frame.sandbox].sort()).to.deep.equal([
      'allow-downloads',
      'allow-forms',
      'allow-modals',
      'allow-same-origin',
      'allow-scripts',
    ])
    expect(frame.allow).to.equal('clipboard-write')
    expect(frame.title).to.equal('The chart')
  })

  it('completes the handshake, requests the token from its host, and re-emits ad-ready of the element', async () => {
    const reasons: string[] = []
    const element = document.createElement('ad-frame')
    Object.assign(element, { src: address, getToken: ({ reason }: { reason: string }) => noToken(reasons.push(reason)) })
    const ready = next(element, 'ad-ready')
    document.body.append(element)
    expect((await ready).target).to.equal(element)
    await until(() => reasons.length > 0)
    expect(reasons[0]).to.equal('start')
  })

  it('is as tall as its content, and at least as tall as the given minimum', async () => {
    const element = make({ 'min-height': '150' })
    const frame = await frameOf(element)
    await chartIn(element)
    const { body, documentElement: whole } = windowOf(frame).document
    await until(() => Math.abs(frame.getBoundingClientRect().height - Math.max(150, whole.getBoundingClientRect().height)) <= 1)
    body.style.paddingBottom = '1000px'
    await until(() => Math.abs(frame.getBoundingClientRect().height - whole.getBoundingClientRect().height) <= 1)
    body.style.paddingBottom = ''
    await until(() => frame.getBoundingClientRect().height < 1000)
  })

  it('passes on changes of language and theme', async () => {
    const element = make()
    const inner = await chartIn(element)
    Object.assign(element, { locale: 'de', theme: 'dark' })
    await until(() => inner.getAttribute('locale') === 'de' && inner.getAttribute('theme') === 'dark')
  })

  it('keeps messages of its host until the code in the frame has loaded', async () => {
    const element = make({ src: '/embedded/clients/3/chart', locale: 'de' })
    const frame = await frameOf(element)
    await next(frame, 'load')
    expect(frame.contentDocument?.querySelector('ad-report-chart')).to.equal(null)
    element.theme = 'dark'
    const inner = await chartIn(element)
    await until(() => inner.getAttribute('locale') === 'de' && inner.getAttribute('theme') === 'dark')
  })

  it('refuses a client other than the one that its list of hosts belongs to', async () => {
    const frame = Object.assign(document.createElement('iframe'), { src: address, title: 'The chart' })
    document.body.append(frame)
    const connection = connect(frame, { getToken: noToken })
    const inner = await until(() => frame.contentDocument?.querySelector('ad-report-chart'), 'the element in the frame')
    connection.send('configure', { attributes: { 'client-id': 2, locale: 'de' } })
    await until(() => inner.getAttribute('locale') === 'de')
    expect(inner.getAttribute('client-id')).to.equal('1')
    connection.dispose()
  })

  it('creates a new frame when getToken changes', async () => {
    const tokenRequests: string[] = []
    const who = (name: string) => () => noToken(tokenRequests.push(name))
    const element = make({}, { getToken: who('a') })
    const first = await chartIn(element)
    await until(() => tokenRequests.includes('a'))
    const before = await frameOf(element)
    tokenRequests.length = 0
    element.getToken = who('b')
    await until(() => tokenRequests.includes('b'))
    expect(await frameOf(element)).not.to.equal(before)
    expect(await chartIn(element)).not.to.equal(first)
    expect(new Set(tokenRequests)).to.deep.equal(new Set(['b']))
  })

  it('uses the getToken set for the whole page, and creates a new frame when it changes', async () => {
    const tokenRequests: string[] = []
    const who = (name: string) => () => noToken(tokenRequests.push(name))
    configure({ getToken: who('page') })
    const element = put('ad-frame', { src: address, title: 'The chart' })
    await until(() => tokenRequests.includes('page'))
    const before = await frameOf(element)
    configure({ getToken: who('other') })
    await until(() => tokenRequests.includes('other'))
    expect(await frameOf(element)).not.to.equal(before)
    element.getToken = who('own')
    await until(() => tokenRequests.includes('own'))
    configure({ getToken: undefined })
  })

  it('sends language, theme and location again after the frame reloads', async () => {
    const element = make({ locale: 'de', theme: 'dark', path: '?view=table' })
    const knows = (inner: Element) => ['locale', 'theme', 'path'].map((name) => inner.getAttribute(name)).join() === 'de,dark,?view=table'
    const first = await chartIn(element)
    await until(() => knows(first))
    const frame = await frameOf(element)
    windowOf(frame).location.reload()
    const second = await until(() => {
      const chart = frame.contentDocument?.querySelector('ad-report-chart')
      return chart === first ? undefined : chart
    })
    await until(() => knows(second), 'the page that was loaded anew to know')
  })

  it('navigates on a message of its connection, and reports the navigation of the element', async () => {
    const element = make()
    const inner = await chartIn(element)
    const connection = connect(element)
    await connection.ready
    const types: string[] = []
    connection.on('*', (_, { type }) => types.push(type))
    connection.send('navigate', { path: '?view=table' })
    await until(() => inner.getAttribute('path') === '?view=table')
    inner.dispatchEvent(eventOf(inner, 'ad-navigated', { detail: { path: '?view=chart', title: 'Chart' } }))
    await until(() => types.includes('navigated'))
    expect(types).to.include('ad-navigated')
    expect(element.getAttribute('path')).to.equal('?view=chart')
    expect(inner.getAttribute('path')).to.equal('?view=table')
    connection.dispose()
  })

  it('emits events like an element: on the window too, and with time for an asynchronous answer', async () => {
    const element = make()
    const inner = await chartIn(element)
    const detail = { kind: 'info', title: 'Saved', text: '' }
    const ask = () => {
      const decisions: Promise<boolean>[] = []
      const event = eventOf(inner, 'ad-notice', { detail, cancelable: true })
      inner.dispatchEvent(Object.assign(event, { waitUntil: (decision: Promise<boolean>) => decisions.push(decision) }))
      return Promise.all(decisions)
    }
    const envelope = new Promise<{ readonly payload: unknown }>((resolve) =>
      window.addEventListener('message', ({ data }) => data?.type === 'ad-notice' && data.from?.tag === 'ad-frame' && resolve(data)),
    )
    await until(() => inner.shadowRoot)
    expect(await ask()).to.deep.equal([true])
    expect((await envelope).payload).to.deep.equal(detail)
    const refuse = (event: Event & { waitUntil?(decision: Promise<boolean>): void }) =>
      event.waitUntil?.(new Promise((resolve) => setTimeout(resolve, 20, false)))
    element.addEventListener('ad-notice', refuse, { once: true })
    expect(await ask()).to.deep.equal([false])
  })

  it('asks the frame before the user leaves, and leaves if nothing objects', async () => {
    const element = make()
    const inner = await chartIn(element)
    await until(() => inner.confirmLeave)
    expect(await element.confirmLeave()).to.equal(true)
    inner.confirmLeave = async () => false
    expect(await element.confirmLeave()).to.equal(false)
    element.remove()
    expect(await element.confirmLeave()).to.equal(true)
  })

  it('shows the reason when the page refuses its host', async () => {
    const element = make({ src: '/embedded/clients/2/chart' })
    const frame = await frameOf(element)
    const code = await until(() => frame.contentDocument?.querySelector('code'), 'the error page')
    expect(code.textContent).to.equal('origin_refused')
  }).timeout(20_000)

  it('reports a page that does not exist at once, and keeps that page visible', async () => {
    const codes: unknown[] = []
    const element = make({ src: '/embedded/clients/1/chrat' })
    element.addEventListener('ad-error', ({ detail }) => codes.push(detail))
    const frame = await frameOf(element)
    await until(() => codes.length > 0, 'the error')
    expect(codes).to.deep.equal([{ code: 'address_unknown', retryable: false }])
    expect(frame.contentDocument?.querySelector('code')?.textContent).to.equal('address_unknown')
    expect(frame.hidden).to.equal(false)
    expect(inside(element, '[role=alert]')).to.equal(null)
  })

  it('distinguishes a page that is not built from one that does not exist', async () => {
    const codes: unknown[] = []
    const element = make({ src: '/clients/1/reservations' })
    element.addEventListener('ad-error', ({ detail }) => codes.push(detail))
    const frame = await frameOf(element)
    await until(() => codes.length > 0, 'the error')
    expect(codes).to.deep.equal([{ code: 'not_built', retryable: false }])
    expect(frame.contentDocument?.querySelector('h1')?.textContent).to.equal('This page is not available yet')
  })

  it('refuses an address that is not a web page', async () => {
    const failed = next<HTMLElementEventMap['ad-error']>(document.body, 'ad-error')
    put('ad-frame', { src: 'javascript:alert(1)', title: 'Trouble' })
    expect((await failed).detail).to.deep.equal({ code: 'address_invalid', retryable: false })
  })

  it('names the environment that the platform wrote into its page from the first request on', async () => {
    const environments: (string | null)[] = []
    const token = { access_token: 'a', expires_at: 4_102_444_800 }
    const element = make({ src: '/embedded/clients/5/chart' }, { getToken: async () => token })
    const frame = await frameOf(element)
    await next(frame, 'load')
    const inner = windowOf(frame)
    // The code of the page loads slowly, so every request passes here.
    const usual = inner.fetch
    inner.fetch = (input, init) => {
      environments.push(
        new Headers(init?.headers).get('x-environment') ?? (input instanceof inner.Request ? input.headers.get('x-environment') : null),
      )
      return usual.call(inner, input, init)
    }
    await until(() => environments.length > 1, 'two requests of the chart')
    expect(new Set(environments.filter((one) => one !== null))).to.deep.equal(new Set(['uat']))
  })
})

describe('a frame created by the page', () => {
  afterEach(() => document.body.replaceChildren())

  it('may complete one handshake per document, however often it loads', async () => {
    const frame = Object.assign(document.createElement('iframe'), { src: '/pages/empty', title: 'Plain' })
    document.body.append(frame)
    await next(frame, 'load')
    const refused: string[] = []
    let connected = 0
    // The frame has loaded before `connect` listens, so no load event separates the first document from the second.
    const connection = connect(frame, { onRefused: (guard) => refused.push(guard), onConnected: () => (connected += 1) })
    const greet = (nonce: string) => windowOf(frame).eval(hello(nonce))
    greet('a nonce of the first one')
    await until(() => connected === 1)
    greet('another of the first one')
    await until(() => refused.includes('once'))
    expect(connected).to.equal(1)
    windowOf(frame).location.reload()
    await next(frame, 'load')
    await until(() => {
      greet('a nonce of the second one')
      return connected === 2
    })
    connection.dispose()
  })
})
