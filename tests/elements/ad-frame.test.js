import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { next, noToken, put, until } from './page-parts.js'

document.documentElement.lang = 'en'
const address = '/embedded/clients/1/chart'
const make = (attributes, properties) =>
  put('ad-frame', { src: address, title: 'The chart', ...attributes }, { getToken: noToken, ...properties })
const frameOf = (element) => until(() => element.shadowRoot?.querySelector('iframe'))
const inside = async (element) => {
  const frame = await frameOf(element)
  return until(() => frame.contentDocument?.querySelector('ad-report-chart'), 'the element in the frame')
}

describe('ad-frame', () => {
  afterEach(() => document.body.replaceChildren())

  it('makes a sandboxed frame of the least that works', async () => {
    const frame = await frameOf(make())
    expect([...frame.sandbox].sort()).to.deep.equal(['allow-downloads', 'allow-forms', 'allow-same-origin', 'allow-scripts'])
    expect(frame.allow).to.equal('clipboard-write')
    expect(frame.title).to.equal('The chart')
  })

  it('shakes hands, asks its own host for the token, and tells the element’s events as its own', async () => {
    const reasons = []
    const element = document.createElement('ad-frame')
    Object.assign(element, { src: address, getToken: ({ reason }) => noToken(reasons.push(reason)) })
    const ready = next(element, 'ad-ready')
    document.body.append(element)
    expect((await ready).target).to.equal(element)
    await until(() => reasons.length > 0)
    expect(reasons[0]).to.equal('start')
  })

  it('is as tall as its content, and at least as tall as it was told', async () => {
    const element = make({ 'min-height': '150' })
    const frame = await frameOf(element)
    await inside(element)
    const { body, documentElement: whole } = frame.contentDocument
    await until(() => Math.abs(frame.getBoundingClientRect().height - Math.max(150, whole.getBoundingClientRect().height)) <= 1)
    body.style.paddingBottom = '1000px'
    await until(() => Math.abs(frame.getBoundingClientRect().height - whole.getBoundingClientRect().height) <= 1)
    body.style.paddingBottom = ''
    await until(() => frame.getBoundingClientRect().height < 1000)
  })

  it('passes language and theme on at run time', async () => {
    const element = make()
    const inner = await inside(element)
    Object.assign(element, { locale: 'de', theme: 'dark' })
    await until(() => inner.getAttribute('locale') === 'de' && inner.getAttribute('theme') === 'dark')
  })

  it('loses nothing of what its host says before the code in the frame has come', async () => {
    const element = make({ src: '/embedded/clients/3/chart', locale: 'de' })
    const frame = await frameOf(element)
    await next(frame, 'load')
    expect(frame.contentDocument.querySelector('ad-report-chart')).to.equal(null)
    element.theme = 'dark'
    const inner = await inside(element)
    await until(() => inner.getAttribute('locale') === 'de' && inner.getAttribute('theme') === 'dark')
  })

  it('does not let its host change the client that its list of hosts was made for', async () => {
    const element = make()
    const inner = await inside(element)
    expect(inner.getAttribute('client-id')).to.equal('1')
  })

  it('says why when the page refuses its host', async () => {
    const element = make({ src: '/embedded/clients/2/chart' })
    const frame = await frameOf(element)
    const code = await until(() => frame.contentDocument?.querySelector('code'), 'the error page')
    expect(code.textContent).to.equal('origin_refused')
  }).timeout(20_000)

  it('refuses an address that is no web page', async () => {
    const failed = next(document.body, 'ad-error')
    put('ad-frame', { src: 'javascript:alert(1)', title: 'Trouble' })
    expect((await failed).detail).to.deep.equal({ code: 'address_invalid', retryable: false })
  })
})
