import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { inside, until } from '../support/elements/page-parts.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const widths = [320, 360, 414, 768, 1024, 1440]
const tokenOf = (access_token: string) => async () => ({ access_token, expires_at: 4_102_444_800 })
/** The skeleton counts a legend of the usual text size. */
const roundingPx = 2
const heightOf = (element: Element) => element.getBoundingClientRect().height

/** A box of the page with a width and the page's own styles, for one element. */
function box(width: number, css = '') {
  const parent = document.createElement('div')
  parent.style.cssText = `width: ${width}px; ${css}`
  document.body.append(parent)
  return parent
}

/** Makes an element of ours in its box at once: a frame that is moved loads again. */
function add<K extends keyof HTMLElementTagNameMap>(parent: Element, tag: K, attributes: Readonly<Record<string, string>>, token: string) {
  const element = Object.assign(document.createElement(tag), { getToken: tokenOf(token) })
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  parent.append(element)
  return element
}

/** Waits until the chart is drawn, with its readout below a narrow plot. */
const drawn = (chart: Element) =>
  until(() => {
    const plot = inside(chart, '.plot')
    if (!plot || !inside(chart, '.plot .line')) return false
    return plot.clientWidth >= 600 || inside(chart, '.readout.below')
  }, 'the chart to be drawn')

const kinds: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>, css: string])[] = [
  ['compared', { compare: '' }, ''],
  ['not compared', {}, ''],
  ['of one metric', { metrics: 'cost', compare: '' }, ''],
  ['of five metrics', { metrics: 'cost,revenue,return_on_ad_spend,impressions,clicks', compare: '' }, ''],
  ['with other text sizes', { compare: '' }, '--ad-text-s: 13px; --ad-text-m: 15px; --ad-text-l: 22px; font-family: serif'],
  ['in German', { compare: '', locale: 'de' }, ''],
]

describe('the reserved height of a chart', () => {
  afterEach(() => document.body.replaceChildren())

  for (const [name, attributes, css] of kinds)
    it(`is as tall as the finished chart at widths from 320 to 1440 pixels: ${name}`, async () => {
      const faults: string[] = []
      for (const width of widths) {
        const parent = box(width, css)
        const chart = add(parent, 'ad-report-chart', { 'client-id': '1', ...attributes }, 'never-answered')
        await until(() => inside(chart, '.waiting > div'))
        const reserved = heightOf(chart)
        await until(() => inside(chart, '[role=status] > div'), 'the skeleton of the surface')
        const waiting = heightOf(chart)
        Object.assign(chart, { getToken: tokenOf('of-a-chart') })
        await drawn(chart)
        const finished = heightOf(chart)
        if (Math.abs(reserved - finished) > roundingPx || Math.abs(waiting - finished) > roundingPx)
          faults.push(`${width}: reserved ${reserved}, waiting ${waiting}, finished ${finished}`)
        parent.remove()
      }
      expect(faults).to.deep.equal([])
    }).timeout(60_000)

  it('is as tall as the finished frame at widths from 320 to 1440 pixels', async () => {
    const faults: unknown[] = []
    for (const width of widths) {
      const parent = box(width)
      const source = { src: '/embedded/clients/4/chart?compare=previous_period', title: 'The chart' }
      const element = add(parent, 'ad-frame', source, 'of-a-chart')
      const frame = await until(() => element.shadowRoot?.querySelector('iframe'))
      const reserved = heightOf(frame)
      const chart = await until(() => frame.contentDocument?.querySelector('ad-report-chart'), 'the element in the frame')
      await drawn(chart)
      const content = () => heightOf(chart.ownerDocument.documentElement)
      await until(() => frame.style.height !== '' && heightOf(frame) >= content() - 1, 'the frame to follow its content')
      if (Math.abs(heightOf(frame) - reserved) > 1) faults.push([width, reserved, heightOf(frame)])
      parent.remove()
    }
    expect(faults).to.deep.equal([])
  }).timeout(60_000)
})
