import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { content, noToken, put, rootOf, until } from '../support/elements/page-parts.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const make = (attributes?: Readonly<Record<string, string>>) =>
  put('ad-campaign-builder', { 'client-id': '1', 'advertiser-id': '1', ...attributes }, { getToken: noToken })

describe('ad-campaign-builder', () => {
  afterEach(() => document.body.replaceChildren())

  it('is accessible before the sign-in, in light and dark', async () => {
    // The element has no background of its own, so the page sets one.
    for (const [theme, ground] of Object.entries({ light: '#fff', dark: '#111' })) {
      document.body.style.background = ground
      const element = make({ theme })
      await content(element)
      await expect(element).to.be.accessible()
      element.remove()
    }
    document.body.style.background = ''
  })

  it('names an attribute that it cannot read, and other elements keep working', async () => {
    const bad = make({ 'client-id': 'nobody' })
    const other = make()
    await until(() => rootOf(bad).textContent?.includes('client-id'))
    expect((await content(other)).textContent).to.not.equal('')
  })

  it('changes its client or advertiser when the attribute changes', async () => {
    const element = make()
    await content(element)
    element.advertiserId = '2'
    expect(element.getAttribute('advertiser-id')).to.equal('2')
    element.removeAttribute('advertiser-id')
    expect(element.advertiserId).to.equal(undefined)
  })
})
