import { expect } from '@open-wc/testing'
import { until } from './page-parts.js'

describe('ad-gallery', () => {
  it('is no part of what a partner loads', async () => {
    await import('/dist/placard.js')
    const element = document.createElement('ad-gallery')
    document.body.append(element)
    await new Promise((resolve) => setTimeout(resolve))
    expect(element.shadowRoot).to.equal(null)
    element.remove()
  })

  it('opens where its own page names it', async () => {
    await import('/dist/ad-gallery.js')
    const element = document.createElement('ad-gallery')
    document.body.append(element)
    await until(() => element.shadowRoot?.querySelector('h2'))
    expect(element.shadowRoot.querySelectorAll('nav a').length).to.be.greaterThan(4)
    element.remove()
  })
})
